//! `setManagedMemoryFraction`: each operator's share of its slot's managed memory.

use std::collections::BTreeMap;

use super::{Decision, JobGraph};
use crate::flink::ManagedMemoryUseCase;
use crate::stream_graph::StreamGraph;
use crate::trace::Trace;

/// Sets the shares, one slot sharing group after the other: an operator-scope use case gets its weight's part of the
/// weights in the group, a slot-scope use case is all of what the slot has for it.
pub(super) fn set_fractions<T: Trace<Decision>>(
    graph: &StreamGraph,
    job_graph: &mut JobGraph,
    trace: &mut T,
) {
    for group in 0..job_graph.slot_sharing_groups.len() {
        let vertices = job_graph.slot_sharing_groups[group].vertices.clone();
        let mut total_weights: BTreeMap<ManagedMemoryUseCase, i64> = BTreeMap::new();
        for operator in vertices.iter().flat_map(|&vertex| &job_graph.graph[vertex].chain) {
            for (&use_case, &weight) in &graph.graph[operator.node].managed_memory_operator {
                *total_weights.entry(use_case).or_default() += i64::from(weight);
            }
        }
        for vertex in vertices {
            for operator in &mut job_graph.graph[vertex].chain {
                let node = &graph.graph[operator.node];
                let weighted = node.managed_memory_operator.iter().map(|(&use_case, &weight)| {
                    (use_case, fraction_rounded_down(i64::from(weight), total_weights[&use_case]))
                });
                let whole = node.managed_memory_slot.iter().map(|&use_case| (use_case, 1.0));
                for (use_case, fraction) in weighted.chain(whole).filter(|(_, fraction)| *fraction > 0.0) {
                    operator.managed_memory_fractions.insert(use_case, fraction);
                    let node = operator.node;
                    trace.decide(|| Decision::ManagedMemory { node, use_case, fraction });
                }
            }
        }
    }
}

/// `ManagedMemoryUtils.getFractionRoundedDown`: 16 decimal digits.
fn fraction_rounded_down(dividend: i64, divisor: i64) -> f64 {
    const DIGITS: i128 = 10_000_000_000_000_000;
    if divisor <= 0 {
        return 0.0;
    }
    let scaled = i128::from(dividend) * DIGITS / i128::from(divisor);
    format!("{}.{:016}", scaled / DIGITS, scaled % DIGITS)
        .parse()
        .expect("digits around a point are a number")
}

#[cfg(test)]
mod tests {
    use super::fraction_rounded_down;

    #[test]
    fn fractions_keep_sixteen_digits_and_never_add_up_to_more_than_all() {
        assert_eq!(fraction_rounded_down(2, 3), 0.666_666_666_666_666_6);
        assert_eq!(fraction_rounded_down(1, 1), 1.0);
        assert_eq!(fraction_rounded_down(1, 8), 0.125);
    }
}
