//! What may be asked about the money of every banked round.

/// Lets people ask a round, by its `setup` and its `account`, what it began with and where the money lies.
macro_rules! counted {
    ($Round:ident) => {
        impl $Round {
            /// The setup it began with.
            #[must_use]
            pub fn setup(&self) -> &Setup {
                &self.setup
            }

            /// What a purse holds now, by its place in the setup.
            #[must_use]
            pub fn purse(&self, place: usize) -> books::Money {
                self.account.purses()[place]
            }

            /// What has gone into the drop.
            #[must_use]
            pub fn drop(&self) -> books::Money {
                self.account.drop()
            }

            /// The bank's stake and how much of it has acted.
            #[must_use]
            pub fn stake(&self) -> &$crate::bank::Stake {
                self.account.stake()
            }
        }
    };
}

pub(crate) use counted;
