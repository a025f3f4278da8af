//! What would mend a broken chain: for pipelines of every kind of break, the fixes in words with their prices, or why nothing
//! does.

use planscope::explain::fixes::{Budget, ChainBreak, Fixes, Pipeline, Words};
use planscope::frontend::change::{Changes, edit};
use planscope::frontend::{PipelineDefinition, TextKind};
use planscope::planner::Plan;

use crate::{calls, changes, plan, read};

/// A pipeline with its plan and what is tried on it.
pub struct Tried {
    pub text: String,
    pub unchanged: PipelineDefinition,
    changes: Changes,
    definition: PipelineDefinition,
    origins: Vec<Option<usize>>,
    pub plan: Plan,
}

impl Tried {
    #[track_caller]
    pub fn of(text: String, notation: &str) -> Self {
        let unchanged = read(&text);
        let changes = changes(notation);
        let edited = edit(&unchanged, &changes).expect("the changes can be made");
        let plan = plan(&edited.definition);
        Self { text, unchanged, changes, definition: edited.definition, origins: edited.origins, plan }
    }

    fn pipeline(&self) -> Pipeline<'_> {
        let Self { unchanged, changes, definition, origins, plan, .. } = self;
        Pipeline { unchanged, changes, definition, origins, plan }
    }

    pub fn breaks(&self) -> Vec<ChainBreak> {
        let words =
            Words::new(&self.unchanged, TextKind::Definition, &self.text).with_names_of(self.pipeline());
        let fixes = Fixes::new(self.pipeline(), &words, Budget::for_a_plan());
        self.plan.stream_graph.graph.edge_indices().filter_map(|edge| fixes.of_edge(edge)).collect()
    }

    /// Everything that is said about its chain breaks.
    fn told(&self) -> String {
        let mut told = String::new();
        for broken in self.breaks() {
            let edge = &self.plan.stream_graph.graph[broken.edge];
            let name = |id| &self.plan.stream_graph.node(id).name;
            told += &format!("{} → {}\n", name(edge.source), name(edge.target));
            for reason in &broken.reasons {
                told += &format!("  ✗ {}\n", reason.words);
            }
            for fix in &broken.fixes {
                told += &format!("  + {}: {}", fix.what, fix.difference.sentence());
                told += &fix.caution.as_ref().map_or_else(String::new, |caution| format!(" {caution}"));
                told += "\n";
            }
            if let Some(verdict) = &broken.verdict {
                told += &format!("  = {verdict}\n");
            }
        }
        told
    }
}

#[test]
fn show() {
    for text in [
        r#"{"op": "fromSource"}, {"op": "map", "parallelism": 2}, {"op": "print", "parallelism": 4}"#,
        r#"{"op": "fromSource"}, {"op": "map"}, {"op": "rebalance"}, {"op": "map", "parallelism": 2}, {"op": "print", "parallelism": 2}"#,
        r#"{"op": "fromSource"}, {"op": "map"}, {"op": "keyBy"}, {"op": "sum"}, {"op": "print"}"#,
        r#"{"op": "fromSource"}, {"op": "map"}, {"op": "keyBy"}, {"op": "process"}, {"op": "print"}"#,
        r#"{"op": "fromSource"}, {"op": "map", "disableChaining": true}, {"op": "print"}"#,
        r#"{"op": "fromSource"}, {"op": "map", "startNewChain": true}, {"op": "print"}"#,
        r#"{"op": "fromSource"}, {"op": "map", "slotSharingGroup": "g"}, {"op": "print"}"#,
        r#"{"op": "socketTextStream"}, {"op": "map"}, {"op": "unorderedWait"}, {"op": "print"}"#,
        r#"{"op": "socketTextStream"}, {"op": "unorderedWait"}, {"op": "print"}"#,
        r#"{"id": "a", "op": "fromSource"}, {"id": "b", "op": "fromSource"}, {"op": "union", "inputs": ["a", "b"]}, {"op": "print"}"#,
        r#"{"id": "a", "op": "fromSource"}, {"id": "b", "op": "fromSource"}, {"op": "connect", "inputs": ["a", "b"], "function": "map"}, {"op": "print"}"#,
        r#"{"id": "a", "op": "fromSource"}, {"id": "b", "op": "fromSource"}, {"op": "multipleInput", "name": "M", "inputs": ["a", "b"]}, {"op": "print"}"#,
        r#"{"op": "fromSource"}, {"op": "map", "maxParallelism": 64}, {"op": "print"}"#,
        r#"{"op": "fromSource", "parallelism": 3}, {"op": "broadcast"}, {"op": "print"}"#,
        r#"{"op": "fromSource", "parallelism": 3}, {"op": "windowAll", "assigner": {"type": "GlobalWindows"}, "function": "sum"}, {"op": "print"}"#,
        r#"{"op": "fromData"}, {"op": "map", "parallelism": 2}, {"op": "forward"}, {"op": "map", "parallelism": 2}, {"op": "sinkTo", "committer": true}"#,
    ] {
        println!("{text}\n{}", Tried::of(calls(text), "").told());
    }
    println!("{}", Tried::of(calls(r#"{"op": "fromSource", "bounded": true}, {"op": "keyBy"}, {"op": "sum"}, {"op": "sinkTo", "committer": true}"#), "mode:BATCH").told());
}
