//! The setters of `SingleOutputStreamOperator`, `DataStreamSource` and `DataStreamSink`, with the checks that
//! Flink makes in them.

use super::{PARALLELISM_DEFAULT, Transformation, TransformationKind};
use crate::flink::{ChainingStrategy, Refusal, RefusalStage, Refused};
use crate::frontend::{OperatorOptions, SlotSharingGroupOption};

/// `Transformation.UPPER_BOUND_MAX_PARALLELISM`.
pub(crate) const UPPER_BOUND_MAX_PARALLELISM: i32 = 1 << 15;

/// Calls the setters of an operator, in the order of the definition format.
///
/// `non_parallel` sources refuse any parallelism but 1.
pub(super) fn apply_to_operator(
    transformation: &mut Transformation,
    options: &OperatorOptions,
    non_parallel: bool,
) -> Refused<()> {
    let call = transformation.call;
    apply_names(transformation, options)?;
    if let Some(parallelism) = options.parallelism {
        if non_parallel && parallelism != 1 {
            return Err(refuse(call, "parallelism", "The parallelism of non parallel operator must be 1."));
        }
        set_parallelism(transformation, parallelism)?;
    }
    apply_max_parallelism_and_slot_sharing_group(transformation, options)?;
    if let Some(timeout) = options.buffer_timeout {
        if timeout < -1 {
            return Err(refuse(call, "bufferTimeout", "timeout must be >= -1"));
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
    transformation.co_location_group.clone_from(&options.co_location_group);
    Ok(())
}

/// Calls the setters of a sink, in the order of the definition format.
pub(super) fn apply_to_sink(transformation: &mut Transformation, options: &OperatorOptions) -> Refused<()> {
    let is_legacy = matches!(transformation.kind, TransformationKind::LegacySink { .. });
    if options.uid_hash.is_some() && !is_legacy {
        let message = "Cannot set a custom UID hash on a non-legacy sink";
        let refusal = Refusal::unsupported_operation(RefusalStage::Build, message);
        return Err(Box::new(refusal.at(transformation.call, Some("uidHash"))));
    }
    apply_names(transformation, options)?;
    if let Some(parallelism) = options.parallelism {
        set_parallelism(transformation, parallelism)?;
    }
    apply_max_parallelism_and_slot_sharing_group(transformation, options)?;
    if options.disable_chaining {
        transformation.kind.set_chaining_strategy(ChainingStrategy::Never);
    }
    transformation.co_location_group.clone_from(&options.co_location_group);
    Ok(())
}

fn apply_names(transformation: &mut Transformation, options: &OperatorOptions) -> Refused<()> {
    if let Some(name) = &options.name {
        transformation.name.clone_from(name);
    }
    transformation.uid.clone_from(&options.uid);
    if let Some(hash) = &options.uid_hash {
        if hash.len() != 32 || !hash.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            let message =
                format!("Node hash must be a 32 character String that describes a hex code. Found: {hash}");
            return Err(refuse(transformation.call, "uidHash", message));
        }
        transformation.uid_hash = Some(hash.clone());
    }
    transformation.description.clone_from(&options.description);
    Ok(())
}

/// `OperatorValidationUtils.validateParallelism`.
fn set_parallelism(transformation: &mut Transformation, parallelism: i32) -> Refused<()> {
    if parallelism < 1 && parallelism != PARALLELISM_DEFAULT {
        let message = "The parallelism of an operator must be at least 1, or \
                       ExecutionConfig.PARALLELISM_DEFAULT (use system default).";
        return Err(refuse(transformation.call, "parallelism", message));
    }
    transformation.set_parallelism(parallelism);
    Ok(())
}

fn apply_max_parallelism_and_slot_sharing_group(
    transformation: &mut Transformation,
    options: &OperatorOptions,
) -> Refused<()> {
    if let Some(max_parallelism) = options.max_parallelism {
        if max_parallelism <= 0 {
            let message = "The maximum parallelism must be greater than 0.";
            return Err(refuse(transformation.call, "maxParallelism", message));
        }
        transformation.max_parallelism = validate_max_parallelism(max_parallelism)
            .map_err(|message| refuse(transformation.call, "maxParallelism", message))?;
    }
    transformation.slot_sharing_group = options.slot_sharing_group.as_ref().map(|group| match group {
        SlotSharingGroupOption::Name(name) | SlotSharingGroupOption::Resources { name, .. } => name.clone(),
    });
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

fn refuse(call: usize, field: &'static str, message: impl Into<String>) -> Box<Refusal> {
    Box::new(Refusal::illegal_argument(RefusalStage::Build, message).at(call, Some(field)))
}
