//! What the rest of the server asks of the hall.

use std::sync::Arc;

use books::{Money, Rules};
use room::{Command, PersonId, Spec, TableId, TableView};
use serde::{Deserialize, Serialize};
use store::{Checkpoint, NewPerson, Person};
use tokio::sync::{mpsc, oneshot};
use utoipa::ToSchema;

use super::cage::CageView;
use super::corrections::{AskedCorrection, CorrectionWrite};
use super::desks::{DeskRead, DeskWrite};
pub(crate) use super::error::{HallError, Unseen};
use super::exchanges::{AskedView, Exchange, Exchanged};
use super::law::{LawRead, LawWrite};
use super::lobby::{FloorView, LobbyTable, Metrics, OwnTable};
use super::message::Answer;
use super::preview::Foreseen;
use super::private::{PrivateRead, PrivateWrite};
use super::watchers::Message;
use crate::journal::{Given, PersonKind};

/// In which part somebody speaks; the server has checked that they may.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Speaker {
    /// For themselves.
    #[default]
    Patron,
    /// As the house dealer.
    Dealer,
    /// As the floor.
    Floor,
}

/// What the coach is given of a table.
pub(crate) struct Coached {
    /// The table as the asker sees it.
    pub(crate) view: TableView,
    /// The rules that it plays by.
    pub(crate) rules: Arc<Rules>,
    /// How many decks its shoe holds, if it was told.
    pub(crate) decks: Option<u8>,
}

/// Where an answer goes.
pub(crate) type Reply<T> = oneshot::Sender<T>;

/// Something the hall is asked.
pub(crate) enum Request {
    /// Something that changes the room; the answer goes out when it is on disk.
    Write(Write),
    /// Something that only looks; it waits until what was written before is on disk.
    Read(Read),
    /// Stop when everything is on disk.
    Stop,
}

impl From<Write> for Request {
    fn from(write: Write) -> Request {
        Request::Write(write)
    }
}

impl From<Read> for Request {
    fn from(read: Read) -> Request {
        Request::Read(read)
    }
}

/// What changes the room.
pub(crate) enum Write {
    /// Do something at a table.
    Command {
        /// Which table.
        table: TableId,
        /// Who.
        person: PersonId,
        /// In which part.
        speaker: Speaker,
        /// The client's own id.
        id: String,
        /// The number of the last event the client knew.
        based_on: Option<u64>,
        /// What.
        command: Command,
        /// The answer, once it is on disk.
        reply: Reply<Answer>,
    },
    /// Open a table.
    Open {
        /// What.
        spec: Box<Spec>,
        /// By whom; nobody for those that open with the room.
        by: Option<PersonId>,
        /// How many bots sit down.
        bots: u8,
        /// Whether people may talk there.
        has_chat: bool,
        /// Its number and what the floor should know about it, or why not.
        reply: Reply<Result<(TableId, Vec<String>), String>>,
    },
    /// Add somebody.
    AddPerson {
        /// Who.
        person: NewPerson,
        /// As what.
        kind: PersonKind,
        /// Chips to begin with.
        chips: Money,
        /// Their number.
        reply: Reply<Result<PersonId, HallError>>,
    },
    /// Change somebody's roles.
    SetRoles {
        person: PersonId,
        roles: Vec<String>,
        by: Option<PersonId>,
        reply: Reply<Result<(), HallError>>,
    },
    /// Open a session, if what is kept of the password is still what was checked.
    OpenSession {
        token: String,
        person: PersonId,
        expires: i64,
        checked: Option<String>,
        reply: Reply<Result<(), HallError>>,
    },
    /// The first password of an account was used, and needs not be shown again.
    FirstUsed(PersonId, Reply<Result<(), HallError>>),
    /// End a session.
    CloseSession(String, Reply<Result<(), HallError>>),
    /// Put off the end of a session, if it is not over.
    RenewSession(String, PersonId, i64),
    /// End every session of somebody.
    CloseSessionsOf(PersonId, Reply<Result<(), HallError>>),
    /// Give somebody a new password, and end their sessions but one, with which it was asked for; gives the name.
    SetPassword {
        person: PersonId,
        password: String,
        by: PersonId,
        own: Option<Own>,
        reply: Reply<Result<String, HallError>>,
    },
    /// Sell chips, or take them back; a large amount is only asked for.
    Exchange(Exchange, Reply<Result<Exchanged, HallError>>),
    /// Approve what was asked for, as a second person, or decline it.
    Settle { exchange: u64, is_approved: bool, by: PersonId, reply: Reply<Result<Exchanged, HallError>> },
    /// A correction that needs a second person.
    Correction(CorrectionWrite),
    /// Give somebody play chips, up to what a newcomer has.
    PlayChips(PersonId, Reply<Result<(), HallError>>),
    /// The chips of a table that is set aside go back to those whose they are.
    GiveBack {
        /// Which.
        table: TableId,
        /// The owner who says so.
        by: PersonId,
        /// Why.
        why: String,
        /// What each got.
        reply: Reply<Result<Vec<Given>, HallError>>,
    },
    /// What concerns private tables and chats.
    Private(PrivateWrite),
    /// Do something about the law or about third-party providers.
    Law(LawWrite),
    /// Something about shifts, boxes, counts, patrons, lists, jackpots and the line-up of dealers.
    Desk(DeskWrite),
    /// Keep what somebody prefers on the page.
    KeepPreferences(PersonId, String, Reply<Result<(), HallError>>),
    /// Keep states of tables as they were long ago, which their logs lack.
    Keep(Vec<Checkpoint>),
}

/// What whoever changes their own password has shown: the session, which stays open, and until when; and what was kept of the
/// password that was right.
pub(crate) struct Own {
    pub(crate) token: String,
    pub(crate) expires: i64,
    pub(crate) checked: Option<String>,
}

/// Somebody with an account: number, name and the words of the roles.
pub(crate) type Account = (PersonId, String, Vec<String>);

/// What only looks at the room.
pub(crate) enum Read {
    /// Watch a table.
    Watch {
        /// Which.
        table: TableId,
        /// Who, if they have a name.
        person: Option<PersonId>,
        /// The last event they know.
        from: Option<u64>,
        /// Where messages go.
        sender: mpsc::Sender<Message>,
        /// Whether they see it.
        reply: Reply<Result<(), Unseen>>,
    },
    /// Look at a table once.
    View {
        /// Which.
        table: TableId,
        /// Who, if they have a name.
        person: Option<PersonId>,
        /// The table.
        reply: Reply<Result<TableView, Unseen>>,
    },
    /// What a command of the staff would bring about.
    Foresee {
        /// At which table.
        table: TableId,
        /// Who asks.
        person: PersonId,
        /// In which part.
        speaker: Speaker,
        /// What would be done.
        command: Command,
        /// What would come of it.
        reply: Reply<Foreseen>,
    },
    /// What concerns private tables and chats.
    Private(PrivateRead),
    /// Whether a table is for practice; nothing if there is no such table.
    IsPractice(TableId, Reply<Option<bool>>),
    /// The rows of the lobby.
    Lobby(Reply<Vec<LobbyTable>>),
    /// The rows of these tables, also of closed ones.
    Rows(Vec<TableId>, Reply<Vec<LobbyTable>>),
    /// The tables at which somebody has a place.
    OwnTables(PersonId, Reply<Vec<OwnTable>>),
    /// The tables as the floor sees them.
    Floor(Reply<Vec<FloorView>>),
    /// Somebody by name.
    PersonNamed(String, Reply<Result<Option<Person>, HallError>>),
    /// Everybody with an account, by number.
    Accounts(Reply<Result<Vec<Account>, HallError>>),
    /// Whose session a token is.
    Session(String, Reply<Result<Option<Person>, HallError>>),
    /// The chips somebody has away from the tables: those of the house, and play chips.
    Wallet(PersonId, Reply<(Money, Money)>),
    /// What somebody prefers on the page, if they have kept it.
    Preferences(PersonId, Reply<Result<Option<String>, HallError>>),
    /// What the cage sees.
    Cage(Reply<CageView>),
    /// What concerns the law and third-party providers.
    Law(LawRead),
    /// Shifts, boxes, counts, patrons, lists, jackpots and the line-up of dealers.
    Desk(DeskRead),
    /// The large sales and redemptions that a second person has to approve.
    Asked(Reply<Vec<AskedView>>),
    /// The corrections that a second person has to approve.
    AskedCorrections(Reply<Vec<AskedCorrection>>),
    /// The events by which a round of a table was corrected; nothing if the table is not at hand.
    CorrectionsOf(TableId, u64, Reply<Option<Vec<u64>>>),
    /// From which event on a table's log stays closed because a round is on; nothing if there is no such table.
    OpenUntil(TableId, Reply<Option<u64>>),
    /// A table as one person sees it, with what it plays by.
    Coached {
        /// Which.
        table: TableId,
        /// Who.
        person: PersonId,
        /// The table; nothing if there is none, or it is set aside.
        reply: Reply<Option<Coached>>,
    },
    /// How the hall is doing.
    Metrics(Reply<Metrics>),
}
