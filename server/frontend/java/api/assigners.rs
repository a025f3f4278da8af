//! Window assigners: Flink's own, and those of the text.

use super::super::calls::Invocation;
use super::super::evaluator::{Eval, Evaluator};
use super::super::value::{Thing, Value};
use super::Flink;
use crate::frontend::{ShownClass, Span, WindowAssigner};

/// A window assigner, with what Flink shows of it beyond its kind.
#[derive(Clone, Debug)]
pub struct Assigner {
    pub assigner: WindowAssigner,
    pub shown: Option<ShownClass>,
    pub trigger: Option<ShownClass>,
    pub fires_at_end_of_stream: bool,
    pub is_merging: bool,
}

impl Assigner {
    pub const fn of(assigner: WindowAssigner) -> Self {
        let is_merging = matches!(
            assigner,
            WindowAssigner::EventTimeSessionWindows { .. }
                | WindowAssigner::ProcessingTimeSessionWindows { .. }
        );
        Self { assigner, shown: None, trigger: None, fires_at_end_of_stream: false, is_merging }
    }
}

impl<'t> Evaluator<'t> {
    /// A factory method of one of Flink's assigners.
    pub fn make_assigner(&mut self, class: &str, invocation: &Invocation<'t>) -> Eval<Option<Value>> {
        let dynamic = |class: &str, trigger: &str| {
            let shown = ShownClass { name: class.to_owned(), text: format!("{class}()") };
            let trigger = ShownClass { name: trigger.to_owned(), text: format!("{trigger}()") };
            let of = Assigner::of(WindowAssigner::GlobalWindows);
            Assigner { shown: Some(shown), trigger: Some(trigger), is_merging: true, ..of }
        };
        const EVENT_TIME: &str = "EventTimeTrigger";
        const PROCESSING_TIME: &str = "ProcessingTimeTrigger";
        let mut times = Vec::new();
        let needed = match class {
            "SlidingEventTimeWindows" | "SlidingProcessingTimeWindows" => 2,
            "TumblingEventTimeWindows" | "TumblingProcessingTimeWindows" => 1,
            "EventTimeSessionWindows" | "ProcessingTimeSessionWindows" if invocation.method == "withGap" => 1,
            _ => 0,
        };
        for index in 0..needed {
            let value = invocation.argument(index).cloned().unwrap_or(Value::NULL);
            self.rests_on(&value);
            times.push(match self.millis(&value) {
                Some(millis) => millis,
                None => self.duration_argument(&value, invocation.argument_place(index)),
            });
        }
        let assigner = match (class, invocation.method) {
            ("TumblingEventTimeWindows", "of") => {
                Assigner::of(WindowAssigner::TumblingEventTimeWindows { size: times[0] })
            }
            ("TumblingProcessingTimeWindows", "of") => {
                Assigner::of(WindowAssigner::TumblingProcessingTimeWindows { size: times[0] })
            }
            ("SlidingEventTimeWindows", "of") => {
                Assigner::of(WindowAssigner::SlidingEventTimeWindows { size: times[0], slide: times[1] })
            }
            ("SlidingProcessingTimeWindows", "of") => {
                Assigner::of(WindowAssigner::SlidingProcessingTimeWindows { size: times[0], slide: times[1] })
            }
            ("EventTimeSessionWindows", "withGap") => {
                Assigner::of(WindowAssigner::EventTimeSessionWindows { gap: times[0] })
            }
            ("ProcessingTimeSessionWindows", "withGap") => {
                Assigner::of(WindowAssigner::ProcessingTimeSessionWindows { gap: times[0] })
            }
            ("EventTimeSessionWindows" | "DynamicEventTimeSessionWindows", "withDynamicGap") => {
                dynamic("DynamicEventTimeSessionWindows", EVENT_TIME)
            }
            ("ProcessingTimeSessionWindows" | "DynamicProcessingTimeSessionWindows", "withDynamicGap") => {
                dynamic("DynamicProcessingTimeSessionWindows", PROCESSING_TIME)
            }
            ("GlobalWindows", "create") => Assigner::of(WindowAssigner::GlobalWindows),
            ("GlobalWindows", "createWithEndOfStreamTrigger") => {
                const TRIGGER: &str = "EndOfStreamTrigger";
                let package = "org.apache.flink.streaming.api.windowing.assigners";
                Assigner {
                    shown: Some(ShownClass {
                        name: class.to_owned(),
                        text: format!("GlobalWindows(trigger={TRIGGER})"),
                    }),
                    trigger: Some(ShownClass {
                        name: TRIGGER.to_owned(),
                        text: format!("{package}.GlobalWindows${TRIGGER}@0"),
                    }),
                    fires_at_end_of_stream: true,
                    ..Assigner::of(WindowAssigner::GlobalWindows)
                }
            }
            _ => return Ok(None),
        };
        let offset = match (invocation.method, invocation.argument(needed)) {
            ("of", Some(offset)) => self.millis(offset),
            ("of", None) => Some(0),
            _ => None,
        };
        self.check_assigner(class, &times, offset, invocation.place);
        Ok(Some(self.heap.flink(Flink::Assigner(Box::new(assigner)))))
    }

    /// A duration that is not known.
    fn duration_argument(&mut self, value: &Value, place: Span) -> i64 {
        self.long_argument(value, place, Some(60_000)).unwrap_or(60_000)
    }

    /// The assigner that an argument is.
    pub fn assigner(&mut self, value: &Value, place: Span, invocation: &Invocation<'t>) -> Eval<Assigner> {
        self.rests_on(value);
        match self.heap.thing(value) {
            Some(Thing::Flink(Flink::Assigner(assigner))) => return Ok((**assigner).clone()),
            Some(Thing::Object(object)) => {
                let class = object.class;
                let shown = self.shown_class(value, invocation)?;
                let trigger = self.call_own(value, "getDefaultTrigger", invocation)?;
                let trigger = match trigger {
                    Some(trigger) => Some(self.shown_class(&trigger, invocation)?),
                    None => None,
                };
                let is_merging = self.classes.extends_any(class, &["MergingWindowAssigner"]);
                let of = Assigner::of(WindowAssigner::GlobalWindows);
                return Ok(Assigner { shown: Some(shown), trigger, is_merging, ..of });
            }
            _ => {}
        }
        // An assigner of which only the class is known.
        let class = self
            .heap
            .as_foreign(value)
            .and_then(|it| it.class.as_deref())
            .unwrap_or("WindowAssigner")
            .to_owned();
        let question = format!("Which windows does {} assign?", self.excerpt(place));
        let because = "Its class is not in the text; its trigger is taken for an EventTimeTrigger.";
        let alternatives = vec![super::super::decisions::alternative("event-time", "windows of event time")];
        self.assume("assigner", place, question, because, alternatives);
        let trigger =
            ShownClass { name: "EventTimeTrigger".to_owned(), text: "EventTimeTrigger()".to_owned() };
        let shown = ShownClass { name: class.clone(), text: format!("{class}@0") };
        Ok(Assigner {
            shown: Some(shown),
            trigger: Some(trigger),
            ..Assigner::of(WindowAssigner::GlobalWindows)
        })
    }
}
