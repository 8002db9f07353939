//! For every set of cards, how many hands with those cards have each front, as hands come in.

use crate::space::{FACTORS, Place};

/// A count that fits its table.
pub(super) trait Cell: Copy + Default + Send + Sync {
    fn add(&mut self, more: u32);
    fn get(self) -> i64;
}

impl Cell for u16 {
    #[inline]
    fn add(&mut self, more: u32) {
        *self += more as u16;
    }

    #[inline]
    fn get(self) -> i64 {
        i64::from(self)
    }
}

impl Cell for u32 {
    #[inline]
    fn add(&mut self, more: u32) {
        *self += more;
    }

    #[inline]
    fn get(self) -> i64 {
        i64::from(self)
    }
}

/// How many neighbouring fronts share a sum.
const BLOCK: usize = 8;

/// One row for each set: sums of blocks of fronts, then every front. All counts are 24 times what they stand for, so
/// that sets with other symmetries can be added up as they are.
pub(super) struct Grid<C> {
    cells: Vec<C>,
    blocks: usize,
    row: usize,
}

impl<C: Cell> Grid<C> {
    pub(super) fn new(sets: usize, fronts: usize) -> Grid<C> {
        let blocks = fronts.div_ceil(BLOCK);
        let row = blocks + fronts;
        Grid { cells: vec![C::default(); sets * row], blocks, row }
    }

    /// A hand with that front comes in, which stands for so many.
    #[inline]
    pub(super) fn add(&mut self, id: u32, symmetry: u8, front: u8, alike: u8) {
        let row = id as usize * self.row;
        let more = u32::from(alike) * FACTORS[usize::from(symmetry)];
        self.cells[row + usize::from(front) / BLOCK].add(more);
        self.cells[row + self.blocks + usize::from(front)].add(more);
    }

    /// How many hands with those cards have a front below that.
    #[inline]
    pub(super) fn below(&self, id: u32, front: usize) -> i64 {
        let row = &self.cells[id as usize * self.row..][..self.row];
        let whole: i64 = row[..front / BLOCK].iter().map(|cell| cell.get()).sum();
        let rest = &row[self.blocks + front / BLOCK * BLOCK..self.blocks + front];
        whole + rest.iter().map(|cell| cell.get()).sum::<i64>()
    }

    /// Adds how many hands with those cards have each front to some sums, or takes it away. Sums go round at 2^32: what
    /// is left in the end is small.
    #[inline]
    pub(super) fn add_to(&self, id: u32, is_added: bool, sums: &mut [u32]) {
        let row = &self.cells[id as usize * self.row + self.blocks..][..self.row - self.blocks];
        if is_added {
            sums.iter_mut().zip(row).for_each(|(sum, cell)| *sum = sum.wrapping_add(cell.get() as u32));
        } else {
            sums.iter_mut().zip(row).for_each(|(sum, cell)| *sum = sum.wrapping_sub(cell.get() as u32));
        }
    }

    /// Adds the counts of other sets, which this grid has none of.
    pub(super) fn merge(&mut self, other: &Grid<C>) {
        for (cell, more) in self.cells.iter_mut().zip(&other.cells) {
            cell.add(more.get() as u32);
        }
    }
}

/// The sets of up to five cards, of which many hands have each.
pub(super) type Near = Grid<u32>;

/// The sets of six cards, of which at most 47 hands have each.
pub(super) type Far = Grid<u16>;

/// Whether a set's count is taken away: inclusion and exclusion.
#[inline]
pub(super) const fn sign(place: Place) -> i64 {
    if place.cards.is_multiple_of(2) { 1 } else { -1 }
}
