//! People paste what is around one chain, the body of `main`, or a class that somebody else starts.

use crate::{definition, names, questions, read};

#[test]
fn a_chain_alone_has_an_environment() {
    assert_eq!(names(&read("env.fromData(1, 2).map(x -> x).name(\"m\").print();")), ["m"]);
}

#[test]
fn a_chain_on_a_stream_that_is_not_shown_starts_with_a_source() {
    let parsed =
        read("lines.keyBy(l -> l).process(new Dedup()).name(\"dedup\").sinkTo(new DiscardingSink<>());");
    assert_eq!(definition(&parsed).operators.len(), 4);
    assert_eq!(parsed.assumptions.len(), 1);
}

#[test]
fn the_body_of_main_is_run() {
    let parsed = read(
        "StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
         DataStream<String> a = env.socketTextStream(\"h\", 1);
         a.print().name(\"out\");
         env.execute(\"body\");",
    );
    assert_eq!((names(&parsed), definition(&parsed).job.as_deref()), (vec!["out"], Some("body")));
}

#[test]
fn methods_beside_statements_can_be_called() {
    let parsed = read(
        "static DataStream<String> clean(DataStream<String> in) { return in.filter(x -> true).name(\"clean\"); }
         clean(env.fromData(\"a\")).print();",
    );
    assert_eq!(names(&parsed), ["clean"]);
}

#[test]
fn a_class_without_main_is_started_where_it_makes_its_pipeline() {
    let parsed = read(
        "class Pipeline {
             private final Settings settings;
             Pipeline(Settings settings) { this.settings = settings; }
             void build(StreamExecutionEnvironment env) { env.fromData(1).name(\"numbers\").print(); }
         }",
    );
    assert_eq!(names(&parsed), ["numbers"]);
}

#[test]
fn a_launcher_leads_to_what_it_launches() {
    let parsed = read(
        "public class App {
             @Value(\"${parallelism:4}\") private int parallelism;
             public static void main(String[] args) { SpringApplication.run(App.class, args); }
             public void run(String... args) throws Exception {
                 StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
                 env.fromData(1).name(\"numbers\").print();
                 env.execute();
             }
         }",
    );
    assert_eq!(names(&parsed), ["numbers"]);
}

#[test]
fn an_environment_that_is_not_shown_can_be_handed_on() {
    let parsed = read("JOB.run(env); env.fromData(1).name(\"one\").print();");
    assert_eq!(names(&parsed), ["one"]);
    assert_eq!(questions(&parsed), ["What does `JOB.run(env);` add to the plan?"]);
    let parsed = read(
        "build(env);
         static void build(StreamExecutionEnvironment e) { e.fromData(1).name(\"one\").print(); }",
    );
    assert_eq!(names(&parsed), ["one"]);
}

#[test]
fn the_body_of_a_method_has_an_object() {
    let parsed = read(
        "this.topic = \"clicks\";
         this.add(\"first\");
         List.of(\"second\").forEach(this::add);
         void add(String name) { env.fromData(name).name(topic + \" \" + name).print(); }",
    );
    assert_eq!(names(&parsed), ["clicks first", "clicks second"]);
}
