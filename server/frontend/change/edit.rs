//! Changes made in a definition. Its calls keep their places in the pasted text, so that what is said about the changed
//! pipeline still points there.

use super::{CallOption, Change, Changes, OptionValue};
use crate::configuration::{ConfigurationEntry, keys_of};
use crate::frontend::{
    CallDetails, ConnectFunction, Diagnostic, Operation, OperatorDefinition, OperatorOptions, PartitionCall,
    PipelineDefinition, Severity, SlotSharingGroupOption, StreamKind,
};

/// A definition with changes made in it.
#[derive(Clone, Debug)]
pub struct Edited {
    pub definition: PipelineDefinition,
    /// For each call of it, which call of the unchanged definition it is; nothing for one that was put in.
    pub origins: Vec<Option<usize>>,
}

/// Makes the changes, all of them or none.
///
/// # Errors
/// The first change that cannot be made: there is no such call, or it does not take that.
pub fn edit(definition: &PipelineDefinition, changes: &Changes) -> Result<Edited, Box<Diagnostic>> {
    let mut edited = definition.clone();
    let mut plan = Rewiring::none(definition.operators.len());
    for change in changes {
        make(&mut edited, &mut plan, change).map_err(|why| cannot(definition, change, &why))?;
    }
    for change in changes {
        check_combined(&edited, &plan, change).map_err(|why| cannot(definition, change, &why))?;
    }
    let edited = plan.rewire(edited);
    let Some(why) = receiver_refused(definition, &edited) else { return Ok(edited) };
    // Which of them it is, if one alone is enough.
    let alone = changes.iter().filter(|_| changes.len() > 1);
    let mut refused =
        alone.filter_map(|change| edit(definition, &Changes::from_iter([change.clone()])).err());
    Err(refused.next().unwrap_or_else(|| {
        let call = changes.iter().find_map(Change::call);
        diagnostic(definition, &changes.to_string(), call, &why)
    }))
}

/// Whether a change asks for anything that the definition does not say already. What cannot be made counts as asked for.
pub fn changes(definition: &PipelineDefinition, change: &Change) -> bool {
    match change {
        Change::Configuration { key, value } => {
            let mut configuration = definition.configuration.clone();
            configure(&mut configuration, key, value.as_deref());
            configuration != definition.configuration
        }
        Change::Option { call, option, value } => {
            let Some(before) = definition.operators.get(*call) else { return true };
            let mut after = before.clone();
            let is_made = set(&mut after, *option, value.as_ref()).is_ok();
            !is_made || before.options != after.options || before.operation != after.operation
        }
        Change::Drop { .. } | Change::Replace { .. } | Change::Insert { .. } => true,
    }
}

fn cannot(definition: &PipelineDefinition, change: &Change, why: &str) -> Box<Diagnostic> {
    diagnostic(definition, &change.to_string(), change.call(), why)
}

fn diagnostic(
    definition: &PipelineDefinition,
    change: &str,
    call: Option<usize>,
    why: &str,
) -> Box<Diagnostic> {
    let operator = call.and_then(|call| definition.operators.get(call));
    Box::new(Diagnostic {
        severity: Severity::Error,
        code: "change-does-not-apply",
        path: call
            .filter(|_| operator.is_some())
            .map(|call| format!("operators[{call}]"))
            .unwrap_or_default(),
        span: operator.map(|operator| operator.span).unwrap_or_default(),
        message: format!("the change `{change}` cannot be made: {why}"),
        expected: None,
        suggestion: None,
    })
}

/// Calls to leave out and to put in, once all changes are known.
struct Rewiring {
    dropped: Vec<bool>,
    /// Call, input, and what comes between.
    inserted: Vec<(usize, usize, PartitionCall)>,
}

impl Rewiring {
    fn none(calls: usize) -> Self {
        Self { dropped: vec![false; calls], inserted: Vec::new() }
    }

    /// Leaves out and puts in.
    fn rewire(mut self, definition: PipelineDefinition) -> Edited {
        self.inserted.sort_unstable_by_key(|&(call, input, _)| (call, input));
        let mut inserted = self.inserted.into_iter().peekable();
        let mut origins = Vec::with_capacity(definition.operators.len());
        let mut operators: Vec<OperatorDefinition> = Vec::with_capacity(definition.operators.len());
        // Where the stream of each call is now.
        let mut stream_of: Vec<usize> = Vec::with_capacity(definition.operators.len());
        // The last call that is made when each call has been.
        let mut last_made: Vec<usize> = Vec::with_capacity(definition.operators.len());
        for (call, mut operator) in definition.operators.into_iter().enumerate() {
            for input in &mut operator.inputs {
                *input = stream_of[*input];
            }
            if self.dropped[call] {
                stream_of.push(operator.inputs[0]);
                last_made.push(operators.len().saturating_sub(1));
                continue;
            }
            while let Some((_, input, partitioning)) = inserted.next_if(|(at, ..)| *at == call) {
                operators.push(OperatorDefinition {
                    id: None,
                    operation: Operation::Partition { call: partitioning, exchange_mode: None },
                    inputs: vec![operator.inputs[input]],
                    stream: partitioning.stream(),
                    options: OperatorOptions::default(),
                    details: CallDetails::NONE,
                    span: operator.span,
                    field_spans: Vec::new(),
                });
                origins.push(None);
                operator.inputs[input] = operators.len() - 1;
            }
            stream_of.push(operators.len());
            last_made.push(operators.len());
            operators.push(operator);
            origins.push(Some(call));
        }
        let mut late_setters = definition.late_setters;
        late_setters.retain(|setters| !self.dropped[setters.operator]);
        for setters in &mut late_setters {
            setters.after = last_made[setters.after];
            setters.operator = stream_of[setters.operator];
        }
        Edited { definition: PipelineDefinition { operators, late_setters, ..definition }, origins }
    }
}

/// Makes one change, or says why not. Calls are left out and put in later.
fn make(definition: &mut PipelineDefinition, plan: &mut Rewiring, change: &Change) -> Result<(), String> {
    let calls = definition.operators.len();
    let no_such_call =
        |call: usize| format!("there is no call {call}, the last one is {}", calls.saturating_sub(1));
    match change {
        Change::Configuration { key, value } => {
            configure(&mut definition.configuration, key, value.as_deref());
            Ok(())
        }
        Change::Option { call, option, value } => {
            let operator = definition.operators.get_mut(*call).ok_or_else(|| no_such_call(*call))?;
            set(operator, *option, value.as_ref())
        }
        Change::Drop { call } => {
            let operator = definition.operators.get(*call).ok_or_else(|| no_such_call(*call))?;
            if !matches!(operator.operation, Operation::Partition { .. }) {
                return Err("only a call that partitions can be left out".to_owned());
            }
            plan.dropped[*call] = true;
            Ok(())
        }
        Change::Replace { call, partitioning } => {
            let operator = definition.operators.get_mut(*call).ok_or_else(|| no_such_call(*call))?;
            let Operation::Partition { call: method, .. } = &mut operator.operation else {
                return Err("only a call that partitions can be replaced".to_owned());
            };
            *method = *partitioning;
            operator.stream = partitioning.stream();
            Ok(())
        }
        Change::Insert { call, input, partitioning } => {
            let operator = definition.operators.get(*call).ok_or_else(|| no_such_call(*call))?;
            match operator.inputs.len() {
                0 => return Err("it is a source, and has no input".to_owned()),
                inputs if *input >= inputs => return Err(format!("its last input is {}", inputs - 1)),
                _ => plan.inserted.push((*call, *input, *partitioning)),
            }
            Ok(())
        }
    }
}

/// What only all changes together can be wrong about.
fn check_combined(definition: &PipelineDefinition, plan: &Rewiring, change: &Change) -> Result<(), String> {
    let Some(call) = change.call() else { return Ok(()) };
    if plan.dropped[call] && !matches!(change, Change::Drop { .. }) {
        return Err("another change leaves that call out".to_owned());
    }
    let is_chaining = matches!(
        change,
        Change::Option { option: CallOption::DisableChaining | CallOption::StartNewChain, .. }
    );
    let options = &definition.operators[call].options;
    if is_chaining && options.disable_chaining && options.start_new_chain {
        return Err("`disableChaining` and `startNewChain` exclude each other".to_owned());
    }
    Ok(())
}

fn configure(entries: &mut Vec<ConfigurationEntry>, key: &str, value: Option<&str>) {
    let names: Vec<&str> = keys_of(key).collect();
    let names = if names.is_empty() { vec![key] } else { names };
    let Some(value) = value else {
        entries.retain(|entry| !names.contains(&entry.key.as_str()));
        return;
    };
    // The entry that Flink looks at, by whichever of its names it was written.
    let read = names.iter().find_map(|name| entries.iter().position(|entry| entry.key == **name));
    match read {
        Some(at) => entries[at].value = value.to_owned(),
        None => {
            entries.push(ConfigurationEntry { key: key.to_owned(), value: value.to_owned(), range: 0..0 })
        }
    }
}

/// Which setters an object has, as the definition format says it.
fn takes(operator: &OperatorDefinition, option: CallOption) -> Result<(), String> {
    let operation = &operator.operation;
    let takes = match option {
        CallOption::Bounded => matches!(operation, Operation::FromSource { .. }),
        CallOption::ExchangeMode => matches!(operation, Operation::Partition { .. }),
        CallOption::Chaining => matches!(
            operation,
            Operation::Transform(_)
                | Operation::MultipleInput { .. }
                | Operation::Connect { function: ConnectFunction::Transform(_), .. }
        ),
        _ => match (operation, operator.stream) {
            (
                Operation::Partition { .. }
                | Operation::Union
                | Operation::GetSideOutput { .. }
                | Operation::Cache,
                _,
            ) => {
                return Err(format!("the call makes no operator, so it does not take `{}`", option.field()));
            }
            (_, StreamKind::Sink) => !matches!(
                option,
                CallOption::BufferTimeout | CallOption::StartNewChain | CallOption::ForceNonParallel
            ),
            _ => true,
        },
    };
    if takes { Ok(()) } else { Err(format!("the call does not take `{}`", option.field())) }
}

/// Whether the call takes its name as an argument that it cannot do without.
const fn needs_name(operation: &Operation) -> bool {
    matches!(
        operation,
        Operation::Transform(_)
            | Operation::MultipleInput { .. }
            | Operation::Connect { function: ConnectFunction::Transform(_), .. }
    )
}

/// Calls a setter, or takes it back.
fn set(
    operator: &mut OperatorDefinition,
    option: CallOption,
    value: Option<&OptionValue>,
) -> Result<(), String> {
    takes(operator, option)?;
    let text = || match value {
        Some(OptionValue::Text(text)) => Some(text.clone()),
        _ => None,
    };
    let number = || match value {
        Some(OptionValue::Number(number)) => Some(*number),
        _ => None,
    };
    // The notation lets only an int through.
    let int = || number().and_then(|number| i32::try_from(number).ok());
    let options = &mut operator.options;
    match option {
        CallOption::Name if value.is_none() && needs_name(&operator.operation) => {
            return Err("the call needs a name".to_owned());
        }
        CallOption::Name => options.name = text(),
        CallOption::Uid => options.uid = text(),
        CallOption::UidHash => options.uid_hash = text(),
        CallOption::Description => options.description = text(),
        CallOption::Parallelism => options.parallelism = int(),
        CallOption::MaxParallelism => options.max_parallelism = int(),
        CallOption::SlotSharingGroup => {
            options.slot_sharing_group = text().map(SlotSharingGroupOption::Name);
        }
        CallOption::BufferTimeout => options.buffer_timeout = number(),
        CallOption::DisableChaining => options.disable_chaining = value.is_some(),
        CallOption::StartNewChain => options.start_new_chain = value.is_some(),
        CallOption::ForceNonParallel => options.force_non_parallel = value.is_some(),
        CallOption::CoLocationGroup => options.co_location_group = text(),
        CallOption::Bounded | CallOption::Chaining | CallOption::ExchangeMode => {
            set_own(&mut operator.operation, value);
        }
    }
    Ok(())
}

/// Sets an option that only this call has.
fn set_own(operation: &mut Operation, value: Option<&OptionValue>) {
    match operation {
        Operation::FromSource { bounded } => *bounded = value.is_some(),
        Operation::Partition { exchange_mode, .. } => {
            *exchange_mode = match value {
                Some(OptionValue::ExchangeMode(mode)) => Some(*mode),
                _ => None,
            };
        }
        Operation::Transform(factory)
        | Operation::MultipleInput { factory, .. }
        | Operation::Connect { function: ConnectFunction::Transform(factory), .. } => {
            factory.chaining = match value {
                Some(OptionValue::Chaining(strategy)) => *strategy,
                _ => crate::flink::ChainingStrategy::Always,
            };
        }
        _ => {}
    }
}

/// Why the API does not have a call on the stream that it is made on now.
fn receiver_refused(unchanged: &PipelineDefinition, edited: &Edited) -> Option<String> {
    let kind = |definition: &PipelineDefinition, call: usize| definition.operators[call].stream;
    for (index, operator) in edited.definition.operators.iter().enumerate() {
        let now: Vec<_> = operator.inputs.iter().map(|&input| kind(&edited.definition, input)).collect();
        if let Some(origin) = edited.origins[index] {
            let before = unchanged.operators[origin].inputs.iter().map(|&input| kind(unchanged, input));
            if before.eq(now.iter().copied()) {
                continue;
            }
        }
        let keyed = |kind: &StreamKind| *kind == StreamKind::Keyed;
        let refused = match &operator.operation {
            Operation::Reduce
            | Operation::Sum
            | Operation::Min
            | Operation::Max
            | Operation::MinBy
            | Operation::MaxBy
            | Operation::Window { .. }
            | Operation::CountWindow { .. }
                if !now.first().is_some_and(keyed) =>
            {
                "a keyed stream"
            }
            Operation::IntervalJoin if !now.iter().all(keyed) => "two keyed streams",
            Operation::GetSideOutput { .. } if now.first() != Some(&StreamKind::Operator) => {
                "an operator's own stream"
            }
            Operation::Cache
                if !matches!(now.first(), Some(StreamKind::Operator | StreamKind::SideOutput)) =>
            {
                "an operator's own stream or a side output"
            }
            _ => continue,
        };
        let origin = edited.origins[index].unwrap_or(index);
        return Some(format!("call {origin}, which reads that stream, needs {refused}"));
    }
    None
}
