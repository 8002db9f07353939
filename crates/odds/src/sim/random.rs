//! Random numbers of a simulation: xoshiro256++ by D. Blackman and S. Vigna, seeded anew for each block of rounds.

/// A source of random numbers that depends on its seed and its block only.
#[derive(Clone, Debug)]
pub(crate) struct Random([u64; 4]);

impl Random {
    /// The numbers of one block.
    pub(crate) fn of(seed: u64, block: u64) -> Random {
        let mut state = mixed(seed).wrapping_add(block.wrapping_mul(0xd134_2543_de82_ef95));
        Random(std::array::from_fn(|_| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            mixed(state)
        }))
    }

    #[inline]
    fn next(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.0;
        let number = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        number
    }

    /// A number from 0 up to but not including the bound, each as likely as any other.
    #[inline]
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        let mut product = (self.next() >> 32) * u64::from(bound);
        if (product as u32) < bound {
            // Words that would favour some numbers are drawn again.
            let unfair = bound.wrapping_neg() % bound;
            while (product as u32) < unfair {
                product = (self.next() >> 32) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }
}

fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_the_bound_comes_as_often() {
        let mut random = Random::of(1, 2);
        let mut counts = [0_i64; 7];
        for _ in 0..700_000 {
            counts[random.below(7) as usize] += 1;
        }
        // Five standard deviations of a count.
        assert!(counts.iter().all(|count| (count - 100_000).abs() < 1_470), "{counts:?}");
    }

    #[test]
    fn the_generator_is_the_published_one() {
        // The first numbers from the state 1, 2, 3, 4, as its authors' program gives them.
        let mut random = Random([1, 2, 3, 4]);
        assert_eq!(
            [random.next(), random.next(), random.next()],
            [41_943_041, 58_720_359, 3_588_806_011_781_223]
        );
    }

    #[test]
    fn blocks_and_seeds_have_numbers_of_their_own() {
        let first = |seed, block| Random::of(seed, block).next();
        let mut all: Vec<u64> =
            (0..100).flat_map(|seed| (0..100).map(move |block| first(seed, block))).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 10_000);
        assert_eq!(first(3, 4), first(3, 4));
    }
}
