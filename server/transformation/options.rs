//! The setters of `SingleOutputStreamOperator`, `DataStreamSource` and `DataStreamSink`, with the checks that
//! Flink makes in them.

use super::{PARALLELISM_DEFAULT, SlotSharingGroup, Transformation, TransformationKind};
use crate::flink::{ChainingStrategy, Refusal, RefusalStage, Refused};
use crate::frontend::OperatorOptions;

/// `Transformation.UPPER_BOUND_MAX_PARALLELISM`.
pub(crate) const UPPER_BOUND_MAX_PARALLELISM: i32 = 1 << 15;

/// Calls the setters of an operator, in the order of the definition format.
///
/// `non_parallel` sources refuse any parallelism but 1.
pub(super) fn apply_to_operator(
    transformation: &mut Transformation,
    options: &OperatorOptions,
    non_parallel: bool,
    stage: RefusalStage,
) -> Refused<()> {
    let call = transformation.call;
    apply_names(transformation, options, stage)?;
    if let Some(parallelism) = options.parallelism {
        if non_parallel && parallelism != 1 {
            return Err(refuse(
                stage,
                call,
                "parallelism",
                "The parallelism of non parallel operator must be 1.",
            ));
        }
        set_parallelism(transformation, parallelism, stage)?;
    }
    // `forceNonParallel` has set the maximum to 1 as well; a source that is not parallel has none.
    let is_forced = non_parallel && transformation.max_parallelism == 1;
    if is_forced && options.max_parallelism.is_some_and(|max_parallelism| max_parallelism > 1) {
        let message = "The maximum parallelism of non parallel operator must be 1.";
        return Err(refuse(stage, call, "maxParallelism", message));
    }
    apply_max_parallelism_and_slot_sharing_group(transformation, options, stage)?;
    if let Some(timeout) = options.buffer_timeout {
        if timeout < -1 {
            return Err(refuse(stage, call, "bufferTimeout", "timeout must be >= -1"));
        }
        transformation.buffer_timeout = timeout;
    }
    if options.disable_chaining {
        transformation.kind.set_chaining_strategy(ChainingStrategy::Never);
    }
    if options.start_new_chain {
        transformation.kind.set_chaining_strategy(ChainingStrategy::Head);
    }
    if options.force_non_parallel {
        transformation.set_parallelism(1);
        transformation.max_parallelism = 1;
    }
    apply_to_transformation(transformation, options, stage)
}

/// Calls the setters of a sink, in the order of the definition format.
pub(super) fn apply_to_sink(
    transformation: &mut Transformation,
    options: &OperatorOptions,
    stage: RefusalStage,
) -> Refused<()> {
    let is_legacy = matches!(transformation.kind, TransformationKind::LegacySink { .. });
    if options.uid_hash.is_some() && !is_legacy {
        let message = "Cannot set a custom UID hash on a non-legacy sink";
        let refusal = Refusal::unsupported_operation(stage, message);
        return Err(Box::new(refusal.at(transformation.call, Some("uidHash"))));
    }
    apply_names(transformation, options, stage)?;
    if let Some(parallelism) = options.parallelism {
        set_parallelism(transformation, parallelism, stage)?;
    }
    apply_max_parallelism_and_slot_sharing_group(transformation, options, stage)?;
    if options.disable_chaining {
        transformation.kind.set_chaining_strategy(ChainingStrategy::Never);
    }
    apply_to_transformation(transformation, options, stage)
}

/// What is set on the Transformation itself, for want of a setter in the API.
fn apply_to_transformation(
    transformation: &mut Transformation,
    options: &OperatorOptions,
    stage: RefusalStage,
) -> Refused<()> {
    if options.co_location_group.is_some() {
        transformation.co_location_group.clone_from(&options.co_location_group);
    }
    for &(use_case, weight) in &options.managed_memory_operator {
        let problem = match use_case.is_operator_scope() {
            false => "Use case is not operator scope.",
            true if weight <= 0 => "Weights for operator scope use cases must be greater than 0.",
            true => {
                transformation.managed_memory_operator.insert(use_case, weight);
                continue;
            }
        };
        return Err(refuse(stage, transformation.call, "managedMemory", problem));
    }
    for &use_case in &options.managed_memory_slot {
        if use_case.is_operator_scope() {
            let refusal = refuse(stage, transformation.call, "managedMemory", "");
            return Err(Box::new(Refusal { message: None, ..*refusal }));
        }
        transformation.managed_memory_slot.insert(use_case);
    }
    Ok(())
}

fn apply_names(
    transformation: &mut Transformation,
    options: &OperatorOptions,
    stage: RefusalStage,
) -> Refused<()> {
    if let Some(name) = &options.name {
        transformation.name.clone_from(name);
    }
    if options.uid.is_some() {
        transformation.uid.clone_from(&options.uid);
    }
    if let Some(hash) = &options.uid_hash {
        if hash.len() != 32 || !hash.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            let message =
                format!("Node hash must be a 32 character String that describes a hex code. Found: {hash}");
            return Err(refuse(stage, transformation.call, "uidHash", message));
        }
        transformation.uid_hash = Some(hash.clone());
    }
    if options.description.is_some() {
        transformation.description.clone_from(&options.description);
    }
    Ok(())
}

/// `OperatorValidationUtils.validateParallelism`.
pub(crate) fn set_parallelism(
    transformation: &mut Transformation,
    parallelism: i32,
    stage: RefusalStage,
) -> Refused<()> {
    if parallelism < 1 && parallelism != PARALLELISM_DEFAULT {
        let message = "The parallelism of an operator must be at least 1, or \
                       ExecutionConfig.PARALLELISM_DEFAULT (use system default).";
        return Err(refuse(stage, transformation.call, "parallelism", message));
    }
    transformation.set_parallelism(parallelism);
    Ok(())
}

fn apply_max_parallelism_and_slot_sharing_group(
    transformation: &mut Transformation,
    options: &OperatorOptions,
    stage: RefusalStage,
) -> Refused<()> {
    if let Some(max_parallelism) = options.max_parallelism {
        if max_parallelism <= 0 {
            let message = "The maximum parallelism must be greater than 0.";
            return Err(refuse(stage, transformation.call, "maxParallelism", message));
        }
        transformation.max_parallelism = validate_max_parallelism(max_parallelism)
            .map_err(|message| refuse(stage, transformation.call, "maxParallelism", message))?;
    }
    if let Some(group) = &options.slot_sharing_group {
        let group = SlotSharingGroup::build(group);
        transformation.slot_sharing_group =
            Some(group.map_err(|message| refuse(stage, transformation.call, "slotSharingGroup", message))?);
    }
    Ok(())
}

/// `OperatorValidationUtils.validateMaxParallelism`: the value, or Flink's words against it.
pub(crate) fn validate_max_parallelism(max_parallelism: i32) -> Result<i32, String> {
    if (1..=UPPER_BOUND_MAX_PARALLELISM).contains(&max_parallelism) {
        Ok(max_parallelism)
    } else {
        Err(format!(
            "Maximum parallelism must be between 1 and {UPPER_BOUND_MAX_PARALLELISM}. Found: {max_parallelism}"
        ))
    }
}

fn refuse(stage: RefusalStage, call: usize, field: &'static str, message: impl Into<String>) -> Box<Refusal> {
    Box::new(Refusal::illegal_argument(stage, message).at(call, Some(field)))
}
