//! `setManagedMemoryFraction`: each operator's share of its slot's managed memory.

use std::collections::BTreeMap;

use super::{Decision, JobGraph, JobVertexIndex};
use crate::flink::{ManagedMemoryUseCase, OperatorId, Refusal, RefusalStage, Refused, java_double};
use crate::stream_graph::{StreamGraph, StreamNode};
use crate::trace::Trace;

/// Sets the shares, one slot sharing group after the other: an operator-scope use case gets its weight's part of the
/// weights in the group, a slot-scope use case is all of what the slot has for it.
///
/// # Errors
/// Weights whose sum overflows. If that happens in several groups, Flink refuses one that only its identity hash codes
/// tell; here it is the first in topological order.
pub(super) fn set_fractions<T: Trace<Decision>>(
    graph: &StreamGraph,
    job_graph: &mut JobGraph,
    trace: &mut T,
) -> Refused<()> {
    for group in 0..job_graph.slot_sharing_groups.len() {
        let vertices = job_graph.slot_sharing_groups[group].vertices.clone();
        let mut total_weights: BTreeMap<ManagedMemoryUseCase, i32> = BTreeMap::new();
        for operator in vertices.iter().flat_map(|&vertex| &job_graph.graph[vertex].chain) {
            for (&use_case, &weight) in &graph.graph[operator.node].managed_memory_operator {
                let total = total_weights.entry(use_case).or_default();
                // Flink adds Java's `int`s, which overflow.
                *total = total.wrapping_add(weight);
            }
        }
        let mut refused: Option<((u64, JobVertexIndex), Box<Refusal>)> = None;
        let count = vertices.len();
        for vertex in vertices {
            let job_vertex = &mut job_graph.graph[vertex];
            let order = (bucket(job_vertex.id, count), vertex);
            for operator in &mut job_vertex.chain {
                match fractions(&graph.graph[operator.node], &total_weights) {
                    Ok(fractions) => operator.managed_memory_fractions = fractions,
                    Err(refusal) => {
                        if refused.as_ref().is_none_or(|(first, _)| order < *first) {
                            refused = Some((order, refusal));
                        }
                    }
                }
                for (&use_case, &fraction) in &operator.managed_memory_fractions {
                    let node = operator.node;
                    trace.decide(|| {
                        let weight = graph.graph[node].managed_memory_operator.get(&use_case);
                        let weight = weight.map(|&weight| (weight, total_weights[&use_case]));
                        Decision::ManagedMemory { node, use_case, fraction, weight }
                    });
                }
            }
        }
        if let Some((_, refusal)) = refused {
            return Err(refusal);
        }
    }
    Ok(())
}

/// What an operator gets of each use case; only what is above 0.
fn fractions(
    node: &StreamNode,
    total_weights: &BTreeMap<ManagedMemoryUseCase, i32>,
) -> Refused<BTreeMap<ManagedMemoryUseCase, f64>> {
    let refuse = |refusal: Refusal| Box::new(refusal.at(node.call, Some("managedMemory")));
    let mut fractions: BTreeMap<_, _> =
        node.managed_memory_slot.iter().map(|&use_case| (use_case, 1.0)).collect();
    for (&use_case, &weight) in &node.managed_memory_operator {
        let fraction = fraction_rounded_down(weight, total_weights[&use_case]).map_err(refuse)?;
        if !(0.0..=1.0).contains(&fraction) {
            let message = format!(
                "managedMemFraction.{use_case} should be in range [0.0, 1.0], but was: {}",
                java_double(fraction)
            );
            return Err(refuse(Refusal::illegal_argument(RefusalStage::JobGraph, message)));
        }
        if fraction > 0.0 {
            fractions.insert(use_case, fraction);
        }
    }
    Ok(fractions)
}

/// The bucket of a `HashSet` of so many ids that a vertex is in: Flink goes through a group in that order, which shows in
/// what it refuses first.
fn bucket(id: OperatorId, vertices: usize) -> u64 {
    let bits = u128::from_be_bytes(id.0);
    let parts = (bits >> 64) as u64 ^ bits as u64;
    let hash = u64::from((parts >> 32) as u32 ^ parts as u32);
    let mut buckets = 16;
    while vertices * 4 > buckets * 3 {
        buckets *= 2;
    }
    (hash ^ (hash >> 16)) & (buckets as u64 - 1)
}

/// `ManagedMemoryUtils.getFractionRoundedDown`: 16 decimal digits.
fn fraction_rounded_down(dividend: i32, divisor: i32) -> Result<f64, Refusal> {
    const DIGITS: i128 = 10_000_000_000_000_000;
    let scaled = i128::from(dividend) * DIGITS;
    if divisor == 0 {
        // `BigDecimal` divides as a `long` while it can.
        let message = if i64::try_from(scaled).is_ok() { "/ by zero" } else { "BigInteger divide by zero" };
        let refusal = Refusal::illegal_argument(RefusalStage::JobGraph, message);
        return Err(Refusal { exception: "java.lang.ArithmeticException", ..refusal });
    }
    let quotient = scaled / i128::from(divisor);
    let sign = if quotient < 0 { "-" } else { "" };
    let quotient = quotient.unsigned_abs();
    let digits = DIGITS.unsigned_abs();
    Ok(format!("{sign}{}.{:016}", quotient / digits, quotient % digits)
        .parse()
        .expect("digits around a point are a number"))
}

#[cfg(test)]
mod tests {
    use super::fraction_rounded_down;

    #[test]
    fn fractions_keep_sixteen_digits_and_never_add_up_to_more_than_all() {
        assert_eq!(fraction_rounded_down(2, 3), Ok(0.666_666_666_666_666_6));
        assert_eq!(fraction_rounded_down(1, 1), Ok(1.0));
        assert_eq!(fraction_rounded_down(1, 8), Ok(0.125));
        assert_eq!(fraction_rounded_down(1, -2), Ok(-0.5));
    }

    #[test]
    fn a_sum_that_overflows_to_nothing_is_refused_in_the_words_of_big_decimal() {
        let message = |weight| fraction_rounded_down(weight, 0).map_err(|refusal| refusal.message);
        assert_eq!(message(922), Err(Some("/ by zero".to_owned())));
        assert_eq!(message(923), Err(Some("BigInteger divide by zero".to_owned())));
    }
}
