//! Slot sharing groups with resources: `SlotSharingGroup`, `ResourceProfile`, and how Flink prints them.

use std::fmt;

use crate::frontend::SlotSharingGroupOption;

/// `SlotSharingGroup`: a name and, for fine-grained resource management, what a slot of it needs.
#[derive(Clone, Debug, PartialEq)]
pub struct SlotSharingGroup {
    pub name: String,
    pub resources: Option<ResourceProfile>,
}

/// `ResourceProfile`, as far as a slot sharing group sets it. Memory is in bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct ResourceProfile {
    pub cpu_cores: f64,
    pub task_heap_memory: u64,
    pub task_off_heap_memory: u64,
    pub managed_memory: u64,
}

const BYTES_PER_MEGABYTE: u64 = 1 << 20;

/// `ResourceProfile.MAX_CPU_CORE_NUMBER_TO_LOG`: more is not printed.
const MOST_CPU_CORES_SHOWN: f64 = 1_000_000.0;

/// `ResourceProfile.MAX_MEMORY_SIZE_TO_LOG`, in bytes: more is not printed.
const MOST_MEMORY_SHOWN: u64 = 1 << 50;

impl SlotSharingGroup {
    /// `SlotSharingGroup.Builder`: CPU cores and task heap memory go together. The error is Flink's message.
    pub(super) fn build(option: &SlotSharingGroupOption) -> Result<Self, String> {
        let (name, cpu_cores, task_heap, task_off_heap, managed) = match option {
            SlotSharingGroupOption::Name(name) => {
                return Ok(Self { name: name.clone(), resources: None });
            }
            SlotSharingGroupOption::Resources {
                name,
                cpu_cores,
                task_heap_mb,
                task_off_heap_mb,
                managed_mb,
            } => (name.clone(), *cpu_cores, *task_heap_mb, *task_off_heap_mb, *managed_mb),
        };
        if cpu_cores.is_some_and(|cores| cores <= 0.0) {
            return Err("The cpu cores should be positive.".to_owned());
        }
        if task_heap.is_some_and(|megabytes| megabytes <= 0) {
            return Err("The task heap memory should be positive.".to_owned());
        }
        let resources = match (cpu_cores, task_heap) {
            (Some(cpu_cores), Some(task_heap)) => Some(ResourceProfile {
                cpu_cores,
                task_heap_memory: bytes(task_heap)?,
                task_off_heap_memory: bytes(task_off_heap.unwrap_or(0))?,
                managed_memory: bytes(managed.unwrap_or(0))?,
            }),
            (None, None) if task_off_heap.is_none() && managed.is_none() => None,
            _ => {
                return Err(
                    "The cpu cores and task heap memory are required when specifying the resource of a \
                            slot sharing group. You need to explicitly configure them with positive value."
                        .to_owned(),
                );
            }
        };
        Ok(Self { name, resources })
    }
}

/// `MemorySize` of megabytes.
fn bytes(megabytes: i32) -> Result<u64, String> {
    let megabytes = u64::try_from(megabytes).map_err(|_| "bytes must be >= 0".to_owned())?;
    Ok(megabytes * BYTES_PER_MEGABYTE)
}

impl fmt::Display for ResourceProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ResourceProfile{")?;
        if self.cpu_cores <= MOST_CPU_CORES_SHOWN {
            write!(f, "cpuCores={}, ", cpu_text(self.cpu_cores))?;
        }
        for (name, bytes) in [
            ("taskHeapMemory", self.task_heap_memory),
            ("taskOffHeapMemory", self.task_off_heap_memory),
            ("managedMemory", self.managed_memory),
        ] {
            if bytes <= MOST_MEMORY_SHOWN {
                write!(f, "{name}={}, ", memory_text(bytes))?;
            }
        }
        f.write_str("networkMemory=0 bytes}")
    }
}

/// `CPUResource` as a `BigDecimal` prints it: eight decimal digits at most, cut off, trailing zeros gone, which turns
/// ten into `1E+1`.
fn cpu_text(cores: f64) -> String {
    let shortest = format!("{cores}");
    let (whole, fraction) = shortest.split_once('.').unwrap_or((&shortest, ""));
    let fraction = fraction[..fraction.len().min(8)].trim_end_matches('0');
    let digits = whole.trim_end_matches('0');
    let zeros = whole.len() - digits.len();
    match (fraction, digits.len()) {
        ("", 1..) if zeros > 0 => {
            let mantissa = if digits.len() == 1 {
                digits.to_owned()
            } else {
                format!("{}.{}", &digits[..1], &digits[1..])
            };
            format!("{mantissa}E+{}", zeros + digits.len() - 1)
        }
        ("", _) => whole.to_owned(),
        (fraction, _) => format!("{whole}.{fraction}"),
    }
}

/// `MemorySize.toHumanReadableString`: in the largest unit of which there is more than one, rounded half up.
fn memory_text(bytes: u64) -> String {
    let units = [("tb", 1_u64 << 40), ("gb", 1 << 30), ("mb", 1 << 20), ("kb", 1 << 10)];
    let Some((unit, size)) = units.into_iter().find(|&(_, size)| bytes > size) else {
        return format!("{bytes} bytes");
    };
    let thousandths = (u128::from(bytes) * 2000 + u128::from(size)) / (2 * u128::from(size));
    format!("{}.{:03}{unit} ({bytes} bytes)", thousandths / 1000, thousandths % 1000)
}

#[cfg(test)]
mod tests {
    use super::{cpu_text, memory_text};

    #[test]
    fn cpu_cores_are_printed_as_a_big_decimal() {
        for (cores, text) in [
            (1.0, "1"),
            (1.5, "1.5"),
            (2.25, "2.25"),
            (10.0, "1E+1"),
            (100.0, "1E+2"),
            (120.0, "1.2E+2"),
            (0.5, "0.5"),
            (0.123_456_785, "0.12345678"),
        ] {
            assert_eq!(cpu_text(cores), text);
        }
    }

    #[test]
    fn memory_is_printed_in_the_unit_of_which_there_is_more_than_one() {
        for (megabytes, text) in [
            (0, "0 bytes"),
            (1, "1024.000kb (1048576 bytes)"),
            (100, "100.000mb (104857600 bytes)"),
            (1024, "1024.000mb (1073741824 bytes)"),
            (1088, "1.063gb (1140850688 bytes)"),
            (1500, "1.465gb (1572864000 bytes)"),
        ] {
            assert_eq!(memory_text(megabytes << 20), text);
        }
    }
}
