//! The API about changes of a pipeline: `POST /api/v1/breaks`, `POST /api/v1/apply`, and the difference that changes make.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Value, json};

use super::DiagnosticShape;
use crate::explain::Element;
use crate::explain::difference::{Changed, Counts, Difference, Ends, Exchange, Operator};
use crate::explain::fixes::{ChainBreak, Fix, Reason};
use crate::explain::reasons::Reasons;
use crate::flink::OperatorId;
use crate::job_graph::{Condition, Operands};
use crate::planner::Plan;
use crate::render::names::element_name;
use crate::web::error::WebError;
use crate::web::pasted::PastedText;
use crate::web::planning::{self, Examined, Outcome, Planned};
use crate::web::reading::ReadingQuery;
use crate::web::{AppState, breaks};

/// Every edge of the text's plan that does not chain: why, and what would make it.
pub async fn broken_chains(
    State(state): State<AppState>,
    Query(reading): Query<ReadingQuery>,
    PastedText(text): PastedText,
) -> Result<Response, WebError> {
    let answer = move || {
        let examined = planning::examine(&reading.question(&text));
        let diagnostics = DiagnosticShape::all(&text, &examined.diagnostics);
        match &examined.outcome {
            Outcome::Planned(planned) => {
                let answer = BreaksAnswer {
                    edges: planned.plan.stream_graph.graph.edge_count(),
                    breaks: BreakShape::all(&text, &examined, planned),
                    difference: examined.what_if.difference.as_ref().map(DifferenceShape::of),
                    diagnostics,
                };
                Ok(Json(answer).into_response())
            }
            Outcome::JobPlan(_) => Err(WebError::OnlyJobGraph),
            Outcome::Refused(_) => Err(WebError::NoGraph { diagnostics }),
            Outcome::NotUnderstood => Err(WebError::DefinitionWrong { diagnostics }),
        }
    };
    state.planning.run(answer).await?
}

/// The text with the changes made in it. A text that is no pipeline definition is written as one.
pub async fn apply(
    State(state): State<AppState>,
    Query(reading): Query<ReadingQuery>,
    PastedText(text): PastedText,
) -> Result<Response, WebError> {
    let answer = move || {
        let changed = planning::apply(&reading.question(&text)).map_err(|diagnostics| {
            WebError::DefinitionWrong { diagnostics: DiagnosticShape::all(&text, &diagnostics) }
        })?;
        Ok(changed.into_response())
    };
    state.planning.run(answer).await?
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct BreaksAnswer {
    /// How many edges there are, those that chain included.
    edges: usize,
    breaks: Vec<BreakShape>,
    difference: Option<DifferenceShape>,
    diagnostics: Vec<DiagnosticShape>,
}

/// An edge that does not chain.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct BreakShape {
    edge: String,
    upstream: String,
    downstream: String,
    /// The names of both ends.
    names: [String; 2],
    /// The step that decides it.
    step: usize,
    partitioner: String,
    exchange_mode: String,
    /// Every condition, in Flink's order.
    conditions: Vec<ConditionShape>,
    reasons: Vec<ReasonShape>,
    /// Changes that make it chain: the plan was made with each, and it did.
    fixes: Vec<FixShape>,
    /// Why nothing makes it chain that keeps the pipeline's meaning.
    verdict: Option<String>,
    /// How many changes might help and were not tried, since the plan is large.
    untried: usize,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ConditionShape {
    code: &'static str,
    holds: bool,
    stopped_here: bool,
    operands: Value,
}

/// A condition that fails, in words.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ReasonShape {
    code: &'static str,
    words: String,
    stopped_here: bool,
    /// Whether it only follows from another one.
    follows: bool,
    /// The index in `operators` of the call that it comes from, the line where that begins, and the option in it.
    call: Option<usize>,
    line: Option<usize>,
    field: Option<&'static str>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct FixShape {
    /// What to do.
    what: String,
    /// For `?change=`: all changes, those that were asked with included.
    change: String,
    /// Only what is new.
    adds: Vec<String>,
    caution: Option<String>,
    difference: DifferenceShape,
}

impl BreakShape {
    fn all(text: &str, examined: &Examined, planned: &Planned) -> Vec<Self> {
        let reasons = Reasons::new(&planned.plan, &planned.definition, Some(text));
        let broken = breaks::all(text, examined);
        broken.into_iter().map(|(step, broken)| Self::of(&planned.plan, &reasons, step, broken)).collect()
    }

    fn of(plan: &Plan, lines: &Reasons<'_>, step: usize, broken: ChainBreak) -> Self {
        let graph = &plan.stream_graph;
        let edge = &graph.graph[broken.edge];
        let chainability = plan.job_graph.chainability[broken.edge.index()];
        let conditions = chainability.conditions(graph, broken.edge);
        let stopped_at = chainability.stopped_at();
        let name = |element| element_name(plan, element);
        Self {
            edge: name(Element::StreamEdge(broken.edge)),
            upstream: name(Element::StreamNode(edge.source)),
            downstream: name(Element::StreamNode(edge.target)),
            names: [edge.source, edge.target].map(|id| graph.node(id).name.clone()),
            step,
            partitioner: edge.partitioner.to_string(),
            exchange_mode: edge.exchange_mode.to_string(),
            conditions: conditions
                .iter()
                .map(|condition| ConditionShape {
                    code: condition.code.name(),
                    holds: condition.holds,
                    stopped_here: stopped_at == Some(condition.code),
                    operands: operands(condition),
                })
                .collect(),
            reasons: broken.reasons.into_iter().map(|reason| ReasonShape::of(lines, reason)).collect(),
            fixes: broken.fixes.iter().map(FixShape::of).collect(),
            verdict: broken.verdict,
            untried: broken.untried,
        }
    }
}

/// What a condition compared.
fn operands(condition: &Condition<'_>) -> Value {
    match &condition.operands {
        Operands::InEdges(edges) => json!({ "inEdges": edges }),
        Operands::Flag(enabled) => json!({ "enabled": enabled }),
        Operands::SlotSharingGroups(upstream, downstream) => {
            json!({ "upstream": upstream, "downstream": downstream })
        }
        Operands::Yielding { yields, legacy_source } => {
            json!({ "yields": yields, "legacySource": legacy_source })
        }
        Operands::UpstreamStrategy(strategy) => json!({ "upstream": strategy.name() }),
        Operands::DownstreamStrategy { strategy, upstream_is_source } => {
            json!({ "downstream": strategy.name(), "upstreamIsSource": upstream_is_source })
        }
        Operands::Parallelism(upstream, downstream) => {
            json!({ "upstream": upstream, "downstream": downstream })
        }
        Operands::MaxParallelism { upstream, downstream, compared } => {
            json!({ "upstream": upstream, "downstream": downstream, "compared": compared })
        }
        Operands::Partitioner(partitioner) => json!({ "partitioner": partitioner.to_string() }),
        Operands::ExchangeMode(mode) => json!({ "exchangeMode": mode.name() }),
        Operands::EdgesAtInput { type_number, edges } => json!({ "typeNumber": type_number, "edges": edges }),
    }
}

impl ReasonShape {
    fn of(lines: &Reasons<'_>, reason: Reason) -> Self {
        Self {
            code: reason.code.name(),
            words: reason.words,
            stopped_here: reason.stopped_here,
            follows: reason.follows,
            line: reason.call.and_then(|call| lines.line(call)),
            call: reason.call,
            field: reason.field,
        }
    }
}

impl FixShape {
    fn of(fix: &Fix) -> Self {
        Self {
            what: fix.what.clone(),
            change: fix.changes.to_string(),
            adds: fix.adds.iter().map(ToString::to_string).collect(),
            caution: fix.caution.clone(),
            difference: DifferenceShape::shortened(&fix.difference),
        }
    }
}

/// What is other in one plan than in another.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DifferenceShape {
    /// All of it in words.
    sentence: String,
    vertices: CountsShape,
    exchanges: CountsShape,
    /// `null` where it is not known: in BATCH, and where a parallelism is left open.
    slots: Option<CountsShape>,
    begin_to_chain: Vec<EndsShape>,
    stop_chaining: Vec<EndsShape>,
    operator_ids: Vec<ChangedShape>,
    names: Vec<ChangedShape>,
    parallelism: Vec<ChangedShape>,
    max_parallelism: Vec<ChangedShape>,
    exchange_kinds: Vec<ExchangeKindShape>,
    added: Vec<OperatorShape>,
    removed: Vec<OperatorShape>,
    job_type: Option<BeforeAfter>,
    /// How many more there are of a list that is not whole, by its name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    left_out: BTreeMap<&'static str, usize>,
}

#[derive(Debug, Serialize)]
struct CountsShape {
    before: usize,
    after: usize,
}

#[derive(Debug, Serialize)]
struct OperatorShape {
    name: String,
    /// The index in `operators`, as the text has it without changes.
    call: usize,
}

#[derive(Debug, Serialize)]
struct EndsShape {
    upstream: OperatorShape,
    downstream: OperatorShape,
}

#[derive(Debug, Serialize)]
struct ChangedShape {
    operator: OperatorShape,
    #[serde(flatten)]
    values: BeforeAfter,
}

#[derive(Debug, Serialize)]
struct ExchangeKindShape {
    #[serde(flatten)]
    edge: EndsShape,
    before: ExchangeShape,
    after: ExchangeShape,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ExchangeShape {
    partitioner: String,
    partition_type: &'static str,
}

#[derive(Debug, Serialize)]
struct BeforeAfter {
    before: Value,
    after: Value,
}

impl DifferenceShape {
    /// How much of each list is said of a fix. There may be a fix for each edge, and in each of them most operators may
    /// be listed; the plan with the change lists them all.
    const OF_A_FIX: usize = 20;

    /// The shape of a difference of which there are many in one answer.
    fn shortened(difference: &Difference) -> Self {
        let mut shape = Self::of(difference);
        let mut left_out = BTreeMap::new();
        cut("beginToChain", &mut shape.begin_to_chain, &mut left_out);
        cut("stopChaining", &mut shape.stop_chaining, &mut left_out);
        cut("operatorIds", &mut shape.operator_ids, &mut left_out);
        cut("names", &mut shape.names, &mut left_out);
        cut("parallelism", &mut shape.parallelism, &mut left_out);
        cut("maxParallelism", &mut shape.max_parallelism, &mut left_out);
        cut("exchangeKinds", &mut shape.exchange_kinds, &mut left_out);
        cut("added", &mut shape.added, &mut left_out);
        cut("removed", &mut shape.removed, &mut left_out);
        Self { left_out, ..shape }
    }

    /// The shape of a difference, whole.
    pub fn of(difference: &Difference) -> Self {
        let ids = |id: &OperatorId| Value::from(id.to_string());
        let numbers = |number: &i32| Value::from(*number);
        Self {
            sentence: difference.sentence(),
            vertices: difference.vertices.into(),
            exchanges: difference.exchanges.into(),
            slots: difference.slots.map(CountsShape::from),
            begin_to_chain: difference.begin_to_chain.iter().map(EndsShape::from).collect(),
            stop_chaining: difference.stop_chaining.iter().map(EndsShape::from).collect(),
            operator_ids: changed(&difference.operator_ids, ids),
            names: changed(&difference.names, |name| Value::from(name.as_str())),
            parallelism: changed(&difference.parallelism, numbers),
            max_parallelism: changed(&difference.max_parallelism, numbers),
            exchange_kinds: difference
                .exchange_kinds
                .iter()
                .map(|(edge, before, after)| ExchangeKindShape {
                    edge: edge.into(),
                    before: (*before).into(),
                    after: (*after).into(),
                })
                .collect(),
            added: difference.added.iter().map(OperatorShape::from).collect(),
            removed: difference.removed.iter().map(OperatorShape::from).collect(),
            job_type: difference.job_type.map(|(before, after)| BeforeAfter {
                before: before.name().into(),
                after: after.name().into(),
            }),
            left_out: BTreeMap::new(),
        }
    }
}

/// Shortens a list to what is said of a fix, and notes how much is left out.
fn cut<T>(name: &'static str, list: &mut Vec<T>, left_out: &mut BTreeMap<&'static str, usize>) {
    if let Some(more) = list.len().checked_sub(DifferenceShape::OF_A_FIX).filter(|&more| more > 0) {
        list.truncate(DifferenceShape::OF_A_FIX);
        left_out.insert(name, more);
    }
}

fn changed<T>(changed: &[Changed<T>], value: impl Fn(&T) -> Value) -> Vec<ChangedShape> {
    let shape = |changed: &Changed<T>| ChangedShape {
        operator: (&changed.operator).into(),
        values: BeforeAfter { before: value(&changed.before), after: value(&changed.after) },
    };
    changed.iter().map(shape).collect()
}

impl From<Counts> for CountsShape {
    fn from(Counts { before, after }: Counts) -> Self {
        Self { before, after }
    }
}

impl From<&Operator> for OperatorShape {
    fn from(operator: &Operator) -> Self {
        Self { name: operator.name.clone(), call: operator.call }
    }
}

impl From<&Ends> for EndsShape {
    fn from(ends: &Ends) -> Self {
        Self { upstream: (&ends.upstream).into(), downstream: (&ends.downstream).into() }
    }
}

impl From<Exchange> for ExchangeShape {
    fn from(exchange: Exchange) -> Self {
        Self { partitioner: exchange.partitioner.to_string(), partition_type: exchange.partition_type.name() }
    }
}
