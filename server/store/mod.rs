//! Saved plans.
//!
//! A saved plan is the text a person pasted, to the byte, under an id that cannot be guessed. It never changes. What
//! the text means is not stored: it is planned again whenever somebody looks.

mod id;
mod sqlite;

pub use id::PlanId;
pub use sqlite::SqliteStore;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use async_trait::async_trait;

/// Where saved plans are kept.
#[async_trait]
pub trait PlanStore: Send + Sync + 'static {
    /// Saves a text under a new id. When this returns `Ok` the plan survives the process and the machine's power.
    async fn save(&self, text: Arc<str>) -> Result<PlanId, StoreError>;

    /// The plan with this id, if there is one.
    async fn read(&self, id: &PlanId) -> Result<Option<SavedPlan>, StoreError>;

    /// Whether plans can be read at the moment.
    async fn check(&self) -> Result<(), StoreError>;

    /// Finishes what was begun and lets go of the storage; everything asked afterwards fails.
    async fn close(&self) -> Result<(), StoreError>;
}

/// A plan as it was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedPlan {
    /// The pasted text, to the byte.
    pub text: String,
    /// When it was saved, to the second.
    pub saved_at: SystemTime,
}

/// Why the store did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the database folder {} cannot be made", folder.display())]
    Folder {
        folder: PathBuf,
        #[source]
        source: std::io::Error,
    },
    #[error("the database {} cannot be opened for writing", path.display())]
    Open {
        path: PathBuf,
        #[source]
        source: rusqlite::Error,
    },
    #[error(
        "the database {} has schema {found}, this planscope knows {known}: start a newer planscope, or name another file",
        path.display()
    )]
    NewerSchema { path: PathBuf, found: u32, known: u32 },
    #[error("the database refuses write-ahead logging and keeps journal mode {0:?}")]
    JournalMode(String),
    #[error("the database failed")]
    Database(#[from] Arc<rusqlite::Error>),
    #[error("the operating system gives no random bytes")]
    Random(#[source] getrandom::Error),
    #[error("a thread for the database cannot be started")]
    Thread(#[source] std::io::Error),
    #[error("too many plans wait to be saved")]
    Busy,
    #[error("the store is closed")]
    Closed,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(Arc::new(error))
    }
}
