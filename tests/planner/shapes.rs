//! Pipelines of any size in a few shapes, as texts; the benchmarks plan them too.

use std::fmt::Write;

/// What a pipeline looks like.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// One operator after the other.
    Chain,
    /// Every operator reads the source.
    FanOut,
    /// A source, then diamond after diamond: two maps of one stream, connected again.
    Diamonds,
    /// One chain, each operator of which feeds a vertex of its own as well.
    Comb,
    /// Operators of every kind on streams of one's choice.
    Random { seed: u64 },
}

impl Shape {
    pub const ALL: [Self; 5] =
        [Self::Chain, Self::FanOut, Self::Diamonds, Self::Comb, Self::Random { seed: 1 }];

    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chain => "chain",
            Self::FanOut => "fan-out",
            Self::Diamonds => "diamonds",
            Self::Comb => "comb",
            Self::Random { .. } => "random",
        }
    }

    /// A pipeline with this many calls.
    pub fn pipeline(self, calls: usize) -> String {
        let mut entries = vec![r#"{"id": "s0", "op": "fromSource"}"#.to_owned()];
        match self {
            Self::Chain => entries.extend((1..calls).map(|_| r#"{"op": "map"}"#.to_owned())),
            Self::FanOut => entries.extend((1..calls).map(|_| r#"{"op": "map", "input": "s0"}"#.to_owned())),
            Self::Diamonds => {
                let mut top = 0;
                while entries.len() < calls {
                    let at = entries.len();
                    entries.push(format!(r#"{{"id": "s{at}", "op": "map", "input": "s{top}"}}"#));
                    entries.push(format!(r#"{{"id": "s{}", "op": "filter", "input": "s{top}"}}"#, at + 1));
                    entries.push(format!(
                        r#"{{"id": "s{}", "op": "connect", "inputs": ["s{at}", "s{}"], "function": "map"}}"#,
                        at + 2,
                        at + 1
                    ));
                    top = at + 2;
                }
                entries.truncate(calls);
            }
            Self::Comb => {
                let mut end = 0;
                while entries.len() < calls {
                    let at = entries.len();
                    entries.push(format!(r#"{{"id": "s{at}", "op": "map", "input": "s{end}"}}"#));
                    entries.push(r#"{"op": "rebalance"}"#.to_owned());
                    entries.push(r#"{"op": "print"}"#.to_owned());
                    end = at;
                }
                entries.truncate(calls);
            }
            Self::Random { seed } => Random::new(seed).extend(&mut entries, calls),
        }
        document(&entries)
    }
}

/// The document of these entries.
pub fn document(entries: &[String]) -> String {
    format!("{{\"operators\": [\n{}\n]}}", entries.join(",\n"))
}

/// A small generator of numbers: the sequence of a seed is the same everywhere (SplitMix64).
pub struct Random(u64);

impl Random {
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    /// Fills up to `calls` entries, each on a stream that is there and with options now and then.
    fn extend(&mut self, entries: &mut Vec<String>, calls: usize) {
        const OPERATORS: [&str; 5] = ["map", "flatMap", "filter", "process", "assignTimestampsAndWatermarks"];
        const PARTITIONINGS: [&str; 5] = ["rebalance", "rescale", "shuffle", "global", "broadcast"];
        const SINKS: [&str; 4] = ["print", "addSink", "discard", "sinkTo"];
        // Streams by the call that made them; a keyed one is used at once.
        let mut streams = vec![0];
        while entries.len() < calls {
            let at = entries.len();
            // Mostly near the end, as programs are.
            let near = streams.len().min(6);
            let input = streams[streams.len() - 1 - self.below(near)];
            let other = streams[self.below(streams.len())];
            let mut entry = format!(r#"{{"id": "s{at}", "#);
            let kind = self.below(100);
            let made = match kind {
                0..5 => write!(entry, r#""op": "fromSource""#),
                5..50 => write!(entry, r#""op": "{}", "input": "s{input}""#, OPERATORS[self.below(5)]),
                50..62 => write!(entry, r#""op": "{}", "input": "s{input}""#, PARTITIONINGS[self.below(5)]),
                62..72 if at + 1 < calls => {
                    entries.push(format!(r#"{{"id": "s{at}", "op": "keyBy", "input": "s{input}"}}"#));
                    entry = format!(r#"{{"id": "s{}", "#, at + 1);
                    write!(entry, r#""op": "sum""#)
                }
                72..80 => write!(entry, r#""op": "union", "inputs": ["s{input}", "s{other}"]"#),
                80..90 => write!(
                    entry,
                    r#""op": "connect", "inputs": ["s{input}", "s{other}"], "function": "process""#
                ),
                _ => write!(entry, r#""op": "{}", "input": "s{input}""#, SINKS[self.below(4)]),
            };
            made.expect("writing to a String does not fail");
            let is_physical = !matches!(kind, 50..62 | 72..80);
            if is_physical && self.below(4) == 0 {
                let option = match self.below(6) {
                    0 => format!(r#", "parallelism": {}"#, 1 + self.below(8)),
                    1 => format!(r#", "name": "operator {at}""#),
                    2 => format!(r#", "uid": "uid {at}""#),
                    3 => r#", "slotSharingGroup": "other""#.to_owned(),
                    4 => r#", "disableChaining": true"#.to_owned(),
                    _ => r#", "maxParallelism": 128"#.to_owned(),
                };
                entry += &option;
            }
            if kind < 90 {
                streams.push(entries.len());
            }
            entries.push(entry + "}");
        }
    }
}
