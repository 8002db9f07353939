//! On which side of nothing a line lies that is known with errors: above, below, or not to be told.

use super::number::Number;
use super::view::Range;

/// A side is told where it lies so many standard errors off.
pub(super) const ERRORS: f64 = 3.0;

/// What is narrower than this, in cents, is rounding.
const NARROW: f64 = 1e-6;

/// Where a line lies.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Sides {
    /// Above nothing.
    pub(super) above: Vec<Range>,
    /// Within its errors of nothing, and not just where it crosses.
    pub(super) untold: Vec<Range>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Above,
    Below,
    Untold,
}

/// A part of the line on one side.
#[derive(Clone, Copy, Debug)]
struct Part {
    side: Side,
    from: f64,
    to: f64,
    /// How far the ends may lie off, by the errors of the line there.
    errors: [f64; 2],
}

impl Part {
    /// Whether the line goes from one side to the other here.
    fn is_crossing(&self, before: &Part, after: &Part) -> bool {
        self.side == Side::Untold && before.side != after.side
    }
}

/// A place that is as exact as the line is there.
fn found(at: f64, error: f64) -> Number {
    if error > 0.0 { Number::simulated(at, error) } else { Number::exact(at) }
}

fn side(value: f64, error: f64) -> Side {
    if value - ERRORS * error > 0.0 {
        Side::Above
    } else if value + ERRORS * error <= 0.0 {
        Side::Below
    } else {
        Side::Untold
    }
}

impl Sides {
    /// The sides of a line through these points, which begins and may end at sure places.
    pub(super) fn of(points: &[(f64, Number)], from: f64, to: Option<f64>) -> Sides {
        let parts = parts(points);
        let mut sides = Sides::default();
        for (place, part) in parts.iter().enumerate() {
            let (before, after) = (&parts[..place], &parts[place + 1..]);
            if let (Some(before), Some(after)) = (before.last(), after.first())
                && part.is_crossing(before, after)
            {
                continue;
            }
            let list = match part.side {
                Side::Above => &mut sides.above,
                Side::Untold => &mut sides.untold,
                Side::Below => continue,
            };
            // Towards the other side a part goes to the crossing, which has one place and an error.
            let begins = match before {
                [] => Number::exact(from),
                [.., other, doubt] if doubt.is_crossing(other, part) => crossing(points, doubt),
                [..] => found(part.from, part.errors[0]),
            };
            let ends = match after {
                [] => to.map(Number::exact),
                [doubt, other, ..] if doubt.is_crossing(part, other) => Some(crossing(points, doubt)),
                [..] => Some(found(part.to, part.errors[1])),
            };
            list.push(Range { from: begins, to: ends });
        }
        sides
    }

    /// Adds what lies behind; where one part ends and the next begins, nothing lies between.
    pub(super) fn join(&mut self, next: Sides) {
        let join = |list: &mut Vec<Range>, next: Range| match list.last_mut() {
            Some(last) if last.to.is_some_and(|to| (to.value - next.from.value).abs() < 0.5) => {
                last.to = next.to;
            }
            _ => list.push(next),
        };
        next.above.into_iter().for_each(|one| join(&mut self.above, one));
        next.untold.into_iter().for_each(|one| join(&mut self.untold, one));
    }
}

/// The parts of a line, cut where it or its errors reach nothing.
fn parts(points: &[(f64, Number)]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for two in points.windows(2) {
        let [(at, gain), (next, more)] = [two[0], two[1]];
        let wide = next - at;
        if wide <= NARROW {
            continue;
        }
        let line = |part: f64, one: f64, other: f64| one + part * (other - one);
        let roots = [-ERRORS, ERRORS].into_iter().filter_map(|errors| {
            let (one, other) = (gain.value + errors * gain.spread(), more.value + errors * more.spread());
            let part = one / (one - other);
            (part > 0.0 && part < 1.0).then_some(part)
        });
        let mut cuts: Vec<f64> = [0.0, 1.0].into_iter().chain(roots).collect();
        cuts.sort_by(f64::total_cmp);
        let steep = (more.value - gain.value).abs() / wide;
        for cut in cuts.windows(2).filter(|cut| (cut[1] - cut[0]) * wide > NARROW) {
            let middle = (cut[0] + cut[1]) / 2.0;
            let side = side(line(middle, gain.value, more.value), line(middle, gain.spread(), more.spread()));
            let error = |part: f64| {
                let error = line(part, gain.spread(), more.spread());
                if error > 0.0 { (error / steep).min(wide) } else { 0.0 }
            };
            let errors = [error(cut[0]), error(cut[1])];
            match parts.last_mut() {
                Some(last) if last.side == side => {
                    (last.to, last.errors[1]) = (at + cut[1] * wide, errors[1]);
                }
                _ => parts.push(Part { side, from: at + cut[0] * wide, to: at + cut[1] * wide, errors }),
            }
        }
    }
    // Where the limits leave one amount there is one point and no line.
    if let (true, Some((at, gain))) = (parts.is_empty(), points.first()) {
        parts.push(Part { side: side(gain.value, gain.spread()), from: *at, to: *at, errors: [0.0; 2] });
    }
    parts
}

/// Where the line goes from one side to the other, within the part in which that is in doubt.
fn crossing(points: &[(f64, Number)], doubt: &Part) -> Number {
    let place = points.windows(2).find_map(|two| {
        let [(at, gain), (next, more)] = [two[0], two[1]];
        let part = gain.value / (gain.value - more.value);
        let place = at + part * (next - at);
        ((0.0..=1.0).contains(&part) && (doubt.from..=doubt.to).contains(&place)).then_some(place)
    });
    let place = place.unwrap_or((doubt.from + doubt.to) / 2.0);
    Number::simulated(place, (doubt.to - doubt.from) / (2.0 * ERRORS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(at: f64, gain: f64) -> (f64, Number) {
        (at, Number::simulated(gain, 1.0))
    }

    fn ends(list: &[Range]) -> Vec<(f64, Option<f64>)> {
        list.iter().map(|one| (one.from.value, one.to.map(|to| to.value))).collect()
    }

    #[test]
    fn a_line_is_followed_from_point_to_point() {
        let found =
            Sides::of(&[point(100.0, -10.0), point(200.0, 10.0), point(400.0, -10.0)], 100.0, Some(400.0));
        assert_eq!((ends(&found.above), found.untold.len()), (vec![(150.0, Some(300.0))], 0));
        // A unit more or less of the line moves the first end by five.
        let range = found.above[0];
        assert!((range.from.spread() - 5.0).abs() < 1e-9 && (range.to.unwrap().spread() - 10.0).abs() < 1e-9);
        let sure = Sides::of(&[point(100.0, 4.0), point(400.0, 5.0)], 100.0, Some(400.0));
        assert_eq!(sure.above, [Range { from: Number::exact(100.0), to: Some(Number::exact(400.0)) }]);
        assert_eq!(
            Sides::of(&[point(100.0, -4.0), point(400.0, -5.0)], 100.0, Some(400.0)),
            Sides::default()
        );
    }

    #[test]
    fn what_lies_within_the_errors_is_not_told() {
        let whole = Some(Number::exact(400.0));
        for gain in [-2.9, 0.0, 2.9] {
            let found = Sides::of(&[point(100.0, gain), point(400.0, gain)], 100.0, Some(400.0));
            assert_eq!((found.above.len(), ends(&found.untold)), (0, vec![(100.0, Some(400.0))]), "{gain}");
            assert_eq!((found.untold[0].from, found.untold[0].to), (Number::exact(100.0), whole));
        }
        // It comes near nothing at an end, and in the middle.
        let near = Sides::of(&[point(0.0, 1.0), point(100.0, 11.0)], 0.0, Some(100.0));
        assert_eq!(ends(&near.untold), [(0.0, Some(20.0))]);
        assert_eq!(ends(&near.above), [(20.0, Some(100.0))]);
        assert!(!near.above[0].from.is_exact() && (near.above[0].from.spread() - 10.0).abs() < 1e-9);
        let dip = Sides::of(&[point(0.0, -8.0), point(100.0, 2.0), point(200.0, -8.0)], 0.0, None);
        assert_eq!((dip.above.len(), ends(&dip.untold)), (0, vec![(50.0, Some(150.0))]));
        let one = Sides::of(&[point(70.0, 1.0), point(70.0, 1.0)], 70.0, Some(70.0));
        assert_eq!(
            (one.above.len(), ends(&one.untold)),
            (0, vec![(70.0, Some(70.0))]),
            "limits may leave one"
        );
    }

    #[test]
    fn what_is_exact_is_told_to_the_last_cent() {
        let exact = |at: f64, gain: f64| (at, Number::exact(gain));
        let found = Sides::of(&[exact(100.0, -1.0), exact(300.0, 3.0)], 100.0, Some(300.0));
        assert_eq!(found.above, [Range { from: Number::exact(150.0), to: Some(Number::exact(300.0)) }]);
        assert!(found.untold.is_empty());
        assert_eq!(
            Sides::of(&[exact(100.0, 0.0)], 100.0, Some(100.0)),
            Sides::default(),
            "even is not ahead"
        );
    }
}
