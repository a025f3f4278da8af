//! Slot sharing groups with resources: `SlotSharingGroup`, `ResourceProfile`, and how Flink prints them.

use std::fmt;

use crate::frontend::SlotSharingGroupOption;

/// `SlotSharingGroup`: a name and, for fine-grained resource management, what a slot of it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotSharingGroup {
    pub name: String,
    pub resources: Option<ResourceProfile>,
}

/// `ResourceProfile`, as far as a slot sharing group sets it. Memory is in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceProfile {
    pub cpu_cores: CpuCores,
    pub task_heap_memory: u64,
    pub task_off_heap_memory: u64,
    pub managed_memory: u64,
}

const BYTES_PER_MEGABYTE: u64 = 1 << 20;

/// `ResourceProfile.MAX_CPU_CORE_NUMBER_TO_LOG`: more is not printed.
const MOST_CPU_CORES_SHOWN: f64 = 16_384.0;

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
        let (task_off_heap, managed) =
            (task_off_heap.map(bytes).transpose()?, managed.map(bytes).transpose()?);
        let resources = match (cpu_cores, task_heap) {
            (Some(cpu_cores), Some(task_heap)) => Some(ResourceProfile {
                cpu_cores: CpuCores::of(cpu_cores),
                task_heap_memory: bytes(task_heap)?,
                task_off_heap_memory: task_off_heap.unwrap_or(0),
                managed_memory: managed.unwrap_or(0),
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
        if self.cpu_cores.is_shown() {
            write!(f, "cpuCores={}, ", self.cpu_cores)?;
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

/// `CPUResource`: a `BigDecimal` with eight decimal digits at most, the rest cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CpuCores {
    /// Without leading zeros; empty for zero.
    digits: String,
    /// How many of the digits are behind the point; negative where zeros follow the digits.
    scale: i32,
}

impl CpuCores {
    fn of(cores: f64) -> Self {
        let plain = format!("{cores}");
        let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, ""));
        let fraction = &fraction[..fraction.len().min(8)];
        let all = format!("{whole}{fraction}");
        let digits = all.trim_end_matches('0');
        let cut = all.len() - digits.len();
        // Neither length is above the 317 digits of the largest double.
        Self { digits: digits.trim_start_matches('0').to_owned(), scale: fraction.len() as i32 - cut as i32 }
    }

    /// Whether nothing is left of it: Flink refuses that.
    pub fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// The exponent of the first digit.
    fn exponent(&self) -> i32 {
        self.digits.len() as i32 - 1 - self.scale
    }

    /// Whether Flink prints it.
    fn is_shown(&self) -> bool {
        self.to_string().parse().is_ok_and(|cores: f64| cores <= MOST_CPU_CORES_SHOWN)
    }
}

impl fmt::Display for CpuCores {
    /// `BigDecimal.toString`: in scientific notation where zeros follow the digits, or more than five stand before them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { digits, scale } = self;
        if digits.is_empty() {
            return f.write_str("0");
        }
        if *scale < 0 || self.exponent() < -6 {
            let (first, rest) = digits.split_at(1);
            let point = if rest.is_empty() { "" } else { "." };
            return write!(f, "{first}{point}{rest}E{:+}", self.exponent());
        }
        let behind = scale.unsigned_abs() as usize;
        let padded = format!("{digits:0>width$}", width = behind + 1);
        let (whole, fraction) = padded.split_at(padded.len() - behind);
        let point = if fraction.is_empty() { "" } else { "." };
        write!(f, "{whole}{point}{fraction}")
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
    use super::{CpuCores, memory_text};

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
            (0.1 + 0.2, "0.3"),
            (1.000_000_001, "1"),
            (0.000_001, "0.000001"),
            (1.5e-7, "1.5E-7"),
            (1e-8, "1E-8"),
            (1e-10, "0"),
            (5e-324, "0"),
            (1010.0, "1.01E+3"),
            (1e22, "1E+22"),
        ] {
            assert_eq!(CpuCores::of(cores).to_string(), text, "{cores}");
        }
    }

    #[test]
    fn more_cpu_cores_than_flink_prints_are_not_shown() {
        for (cores, shown) in
            [(16_384.0, true), (16_384.000_000_001, true), (16_384.000_000_01, false), (1e7, false)]
        {
            assert_eq!(CpuCores::of(cores).is_shown(), shown, "{cores}");
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
