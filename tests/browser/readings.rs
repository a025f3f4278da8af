//! Somebody pastes a program or a plan of Flink's, and says what the text leaves open.

use std::sync::Arc;

use crate::{Outcome, Stage};

/// What `getExecutionPlan()` prints of a job with two streams that come together.
const PLAN: &str = r#"{"nodes": [
{"id": 1, "type": "Source: orders", "pact": "Data Source", "contents": "Source: orders", "parallelism": 2},
{"id": 2, "type": "Parse", "pact": "Operator", "contents": "Parse", "parallelism": 2, "predecessors": [{"id": 1, "ship_strategy": "FORWARD", "side": "second"}]},
{"id": 3, "type": "Source: rules", "pact": "Data Source", "contents": "Source: rules", "parallelism": 2},
{"id": 6, "type": "Enrich", "pact": "Operator", "contents": "Enrich", "parallelism": 2, "predecessors": [{"id": 2, "ship_strategy": "HASH", "side": "second"}, {"id": 3, "ship_strategy": "HASH", "side": "second"}]},
{"id": 9, "type": "Sink: Writer", "pact": "Operator", "contents": "Sink: Writer", "parallelism": 2, "predecessors": [{"id": 6, "ship_strategy": "FORWARD", "side": "second"}]}]}"#;

const JOB_PLAN: &str = r#"{"plan": {"jid": "21ffcfeedbb8449d9b28c9adc58fa8dc", "name": "Totals", "type": "STREAMING", "nodes": [
{"id": "90bea66de1c231edf33913ecd54406c1", "parallelism": 2, "operator_strategy": "", "description": "Keyed Reduce<br/>+- out: Writer<br/>", "inputs": [{"id": "cbc357ccb763df2852fee8c4fc7d55f2", "num": 0, "exchange": "pipelined_bounded", "ship_strategy": "HASH"}]},
{"id": "cbc357ccb763df2852fee8c4fc7d55f2", "parallelism": 1, "operator_strategy": "", "description": "Source: numbers<br/>"}]}}"#;

const JAVA: &str = r#"import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ParameterTool;

public class Job {
  public static void main(String[] args) throws Exception {
    var params = ParameterTool.fromArgs(args);
    var env = StreamExecutionEnvironment.getExecutionEnvironment();
    var numbers = env.fromSequence(1, 9);
    if (params.has("wide")) {
      numbers.rebalance().map(n -> n).name("wide").print();
    } else {
      numbers.map(n -> n).name("narrow")
        .keyBy(n -> n)
        .reduce((a, b) -> a + b)
        .print();
    }
    env.execute("Branches");
  }
}
"#;

const IN_JOB_GRAPH: &str = "document.querySelector('.pane[data-pane=job-graph]').textContent";

pub async fn a_pasted_plan_lists_its_assumptions_and_takes_other_answers(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    visitor.replaces_the_source(PLAN).await?;
    visitor.sees(".assumptions").await?;
    assert_eq!(visitor.text(".kind__now").await?, "Flink’s StreamGraph plan");
    assert_eq!(visitor.text(".assumptions h2").await?, "This plan rests on 5 assumptions");
    assert_eq!(visitor.count(".pane[data-pane=stream-graph] .node.is-assumed .assumed").await?, 3);
    assert_eq!(visitor.text("#L5 .t-assumed").await?, "\"Enrich\"");
    assert_eq!(visitor.text(".pane[data-pane=job-graph] .pane__facts").await?, "3 vertices · 2 edges");
    // Without chaining the sink has a vertex of its own.
    visitor.click("[data-answer='chaining:off']").await?;
    visitor.sees("[data-answer='chaining:off'][aria-current]").await?;
    assert_eq!(visitor.address().await?.split('#').next(), Some("/?assume=chaining:off"));
    assert!(visitor.text(".pane[data-pane=job-graph] .pane__facts").await?.contains("5 vertices"));
    visitor.click("[data-answer='inputs-6:union']").await?;
    visitor.until("location.search === '?assume=chaining:off,inputs-6:union'").await?;
    // What was chosen is in the address, and back takes it back.
    visitor.client.refresh().await?;
    visitor.ready().await?;
    visitor.until(&format!("{IN_JOB_GRAPH}.includes('5 vertices')")).await?;
    visitor.client.back().await?;
    visitor.until("location.search === '?assume=chaining:off'").await?;
    visitor.client.back().await?;
    visitor.until(&format!("location.search === '' && {IN_JOB_GRAPH}.includes('3 vertices')")).await?;
    visitor.leaves().await
}

pub async fn what_a_plan_says_of_no_operator_can_be_said_of_one(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    visitor.replaces_the_source(PLAN).await?;
    visitor.sees(".unsaid").await?;
    visitor.click(".unsaid summary").await?;
    visitor.click(".unsaid__form select[name=of] option[value='2']").await?;
    visitor.click(".unsaid__form select[name=property] option[value=chaining]").await?;
    visitor.click(".unsaid__form input[name=is]").await?;
    visitor.types("never").await?;
    visitor.click(".unsaid__form .button").await?;
    visitor.until("location.search === '?assume=chaining-2:never'").await?;
    visitor.sees("[data-answer='chaining-2:never'][aria-current]").await?;
    assert_eq!(visitor.text(".pane[data-pane=job-graph] .pane__facts").await?, "4 vertices · 3 edges");
    // It is one of the assumptions now, and can be taken back.
    visitor.click("[data-answer='chaining-2:unset']").await?;
    visitor.until(&format!("location.search === '' && {IN_JOB_GRAPH}.includes('3 vertices')")).await?;
    visitor.leaves().await
}

pub async fn a_plan_opens_as_a_definition(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    visitor.replaces_the_source(PLAN).await?;
    visitor.sees(".assumptions").await?;
    visitor.click("[data-answer='inputs-6:union']").await?;
    visitor.sees("[data-answer='inputs-6:union'][aria-current]").await?;
    visitor.click(".kind__now").await?;
    visitor.click("[data-open-as-json]").await?;
    visitor.until("document.querySelector('.code__input').value.includes('\"op\": \"union\"')").await?;
    visitor.until("document.querySelector('.kind__now').textContent.includes('Pipeline JSON')").await?;
    visitor.until("location.search === ''").await?;
    assert_eq!(visitor.count(".assumptions").await?, 0, "it says everything itself");
    visitor.leaves().await
}

pub async fn a_kind_can_be_chosen(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    visitor.click(".kind__now").await?;
    visitor.click(".kind a[href*='as=execution-plan']").await?;
    visitor.until("location.search === '?as=execution-plan'").await?;
    visitor.sees(".diagnostics").await?;
    assert!(visitor.text(".diagnostic__message").await?.contains("no plan in this text"));
    visitor.click(".kind__now").await?;
    visitor.click(".kind a.menu__item").await?;
    visitor.until("location.search === ''").await?;
    visitor.sees(".stepper").await?;
    visitor.leaves().await
}

pub async fn the_plan_of_a_job_graph_stands_alone(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    visitor.replaces_the_source(JOB_PLAN).await?;
    visitor.sees(".panes--one .vertex").await?;
    assert_eq!(visitor.count(".pane").await?, 1);
    assert!(visitor.text(".about").await?.contains("told from descriptions"));
    assert_eq!(visitor.text(".header__name").await?, "Totals");
    // From there to a plan with all its graphs again.
    visitor.replaces_the_source(PLAN).await?;
    visitor.until("document.querySelectorAll('.pane').length === 3").await?;
    visitor.leaves().await
}

pub async fn lines_of_a_program_light_up_and_its_other_branch_can_be_taken(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    visitor.replaces_the_source(JAVA).await?;
    visitor.sees(".assumptions").await?;
    assert_eq!(visitor.text(".kind__now").await?, "Java");
    // The edge that took the keyBy's partitioner, and the line of the call.
    visitor.point_at(".pane[data-pane=transformations] .virtual .virtual__shape").await?;
    visitor.until("document.querySelector('.pane[data-pane=stream-graph] .edge.is-related')").await?;
    assert!(visitor.text("#L13.is-related .code__text").await?.contains(".keyBy"), "line 13 lights up");
    // The branch that is not taken is marked, and one click takes it.
    assert_eq!(visitor.count("#L10.is-off[data-tag='not taken']").await?, 1);
    assert_eq!(visitor.count(".is-off").await?, 1);
    visitor.click(".assumption .option:not([aria-current])").await?;
    visitor.until(&format!("{IN_JOB_GRAPH}.includes('wide')")).await?;
    visitor.until("document.querySelector('#L12.is-off') && !document.querySelector('#L10.is-off')").await?;
    assert!(visitor.address().await?.contains("?assume="));
    visitor.leaves().await
}

pub async fn another_answer_is_given_without_a_script(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor_without_script().await;
    visitor.open("/").await?;
    visitor.click(".paste__area").await?;
    visitor.types(&PLAN.replace('\n', "")).await?;
    visitor.click(".paste button").await?;
    visitor.reads("This plan rests on 5 assumptions").await?;
    visitor.click("[data-answer='chaining:off']").await?;
    visitor.reads("5 job vertices").await?;
    visitor.click("noscript [formaction^='/p?']").await?;
    visitor.arrives_at("/p/").await?;
    visitor.reads("5 job vertices").await?;
    visitor.click("[data-answer='chaining:on']").await?;
    visitor.reads("3 job vertices").await?;
    visitor.leaves().await
}
