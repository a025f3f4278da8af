//! Changes of a pipeline as data: what a person tries out ("what if"), and what a fix would do.
//!
//! A [`Change`] edits a definition without touching the text it came from ([`edit`]), so that a plan can be made of it at
//! once; [`edit_text`] makes the same edit in a JSON text, to the letter of everything that it does not concern.
//! [`Changes::parse`] reads how addresses write changes.

mod applied;
mod edit;
mod json;
mod notation;

pub use applied::Applied;
pub use edit::{Edited, edit};
pub use json::edit_text;
pub use notation::NotationError;

use super::{PartitionCall, PipelineDefinition};
use crate::configuration::keys_of;
use crate::flink::{ChainingStrategy, StreamExchangeMode};

/// One edit of a pipeline. Calls go by their index in the definition as it was pasted, whatever else is changed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// Gives a configuration key this value, or takes it and its older names out.
    Configuration { key: String, value: Option<String> },
    /// Calls a setter with this value, or not at all.
    Option { call: usize, option: CallOption, value: Option<OptionValue> },
    /// Leaves a partitioning call out: who read it reads its input.
    Drop { call: usize },
    /// Puts another partitioning call in the place of one.
    Replace { call: usize, partitioning: PartitionCall },
    /// Puts a partitioning call between a call and one of its inputs, counted from 0.
    Insert { call: usize, input: usize, partitioning: PartitionCall },
}

impl Change {
    /// Whether the other one changes the same thing, so that only the later of both can count.
    fn replaces(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Configuration { key, .. }, Self::Configuration { key: other, .. }) => {
                key == other || keys_of(key).any(|key| key == other)
            }
            (Self::Option { call, option, .. }, Self::Option { call: other, option: other_option, .. }) => {
                call == other && option == other_option
            }
            (
                Self::Drop { call } | Self::Replace { call, .. },
                Self::Drop { call: other } | Self::Replace { call: other, .. },
            ) => call == other,
            (Self::Insert { call, input, .. }, Self::Insert { call: other, input: other_input, .. }) => {
                call == other && input == other_input
            }
            _ => false,
        }
    }

    /// The call that it is about, if it is not about the job as a whole.
    pub const fn call(&self) -> Option<usize> {
        match self {
            Self::Configuration { .. } => None,
            Self::Option { call, .. }
            | Self::Drop { call }
            | Self::Replace { call, .. }
            | Self::Insert { call, .. } => Some(*call),
        }
    }
}

/// What a setter is called with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OptionValue {
    Text(String),
    Number(i64),
    /// `true`: the absence of a flag is its default.
    On,
    Chaining(ChainingStrategy),
    ExchangeMode(StreamExchangeMode),
}

/// The options of a call that can be changed, by their names in the definition format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallOption {
    Name,
    Uid,
    UidHash,
    Description,
    Parallelism,
    MaxParallelism,
    SlotSharingGroup,
    BufferTimeout,
    DisableChaining,
    StartNewChain,
    ForceNonParallel,
    CoLocationGroup,
    /// Of `fromSource`.
    Bounded,
    /// The operator's own strategy, where the program says which: `transform` and what is like it.
    Chaining,
    /// Of a partitioning call.
    ExchangeMode,
}

impl CallOption {
    /// Every option, in the order of the definition format.
    pub const ALL: [Self; 15] = [
        Self::Name,
        Self::Uid,
        Self::UidHash,
        Self::Description,
        Self::Parallelism,
        Self::MaxParallelism,
        Self::SlotSharingGroup,
        Self::BufferTimeout,
        Self::DisableChaining,
        Self::StartNewChain,
        Self::ForceNonParallel,
        Self::CoLocationGroup,
        Self::Bounded,
        Self::Chaining,
        Self::ExchangeMode,
    ];

    /// The field of the definition format.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Uid => "uid",
            Self::UidHash => "uidHash",
            Self::Description => "description",
            Self::Parallelism => "parallelism",
            Self::MaxParallelism => "maxParallelism",
            Self::SlotSharingGroup => "slotSharingGroup",
            Self::BufferTimeout => "bufferTimeout",
            Self::DisableChaining => "disableChaining",
            Self::StartNewChain => "startNewChain",
            Self::ForceNonParallel => "forceNonParallel",
            Self::CoLocationGroup => "coLocationGroup",
            Self::Bounded => "bounded",
            Self::Chaining => "chaining",
            Self::ExchangeMode => "exchangeMode",
        }
    }

    fn from_field(field: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|option| option.field() == field)
    }
}

/// Changes that are made together, each of another thing. They are made at once: none sees what another did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Changes(Vec<Change>);

impl Changes {
    /// The most that are made together.
    pub const MOST: usize = 64;

    /// The changes, in the order in which they were written.
    pub fn iter(&self) -> std::slice::Iter<'_, Change> {
        self.0.iter()
    }

    /// Whether nothing is changed.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// These and one more, in the place of an earlier one of the same thing.
    #[must_use]
    pub fn with(&self, change: Change) -> Self {
        let mut changes = self.clone();
        changes.push(change);
        changes
    }

    /// These and more of them, as [`Changes::with`].
    #[must_use]
    pub fn with_all(&self, changes: impl IntoIterator<Item = Change>) -> Self {
        let mut all = self.clone();
        changes.into_iter().for_each(|change| all.push(change));
        all
    }

    /// These but for one.
    #[must_use]
    pub fn without(&self, change: &Change) -> Self {
        Self(self.0.iter().filter(|other| *other != change).cloned().collect())
    }

    /// These but for those that ask for what a definition says already.
    #[must_use]
    pub fn that_change(&self, definition: &PipelineDefinition) -> Self {
        Self(self.0.iter().filter(|change| edit::changes(definition, change)).cloned().collect())
    }

    fn push(&mut self, change: Change) {
        self.0.retain(|earlier| !change.replaces(earlier));
        self.0.push(change);
    }
}

impl<'a> IntoIterator for &'a Changes {
    type Item = &'a Change;
    type IntoIter = std::slice::Iter<'a, Change>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl FromIterator<Change> for Changes {
    fn from_iter<I: IntoIterator<Item = Change>>(changes: I) -> Self {
        Self::default().with_all(changes)
    }
}
