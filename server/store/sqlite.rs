//! Saved plans in a SQLite file.
//!
//! One thread writes: it takes all saves that wait, commits them together, and only then answers each. Reads go
//! through a few connections on the blocking threads; write-ahead logging lets them run beside the writer.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use async_trait::async_trait;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use tokio::sync::{Semaphore, mpsc, oneshot};

use super::{PlanId, PlanStore, SavedPlan, StoreError};

/// Each entry brings the schema from its index to the next version. Entries are only ever added.
const MIGRATIONS: [&str; 1] = ["
    CREATE TABLE plans (
        id       TEXT PRIMARY KEY NOT NULL,
        text     TEXT NOT NULL,
        saved_at INTEGER NOT NULL -- seconds since 1970
    ) STRICT;
    CREATE TRIGGER a_saved_plan_never_changes BEFORE UPDATE ON plans
    BEGIN SELECT RAISE(ABORT, 'a saved plan never changes'); END;
"];

/// Saves that may wait for the writer; more are turned away.
const WAITING_SAVES: usize = 256;
/// Reads at once.
const READERS: usize = 4;
/// How long to wait for another process that holds the file's lock.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// A SQLite file.
#[derive(Debug)]
pub struct SqliteStore {
    writer: mpsc::Sender<Work>,
    readers: Arc<Readers>,
}

impl SqliteStore {
    /// Opens the file, makes it (and its folder) if need be, and brings its schema up to date.
    ///
    /// # Errors
    /// If the file cannot be made, opened or written, or was written by a newer planscope.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|source| StoreError::Folder { folder: folder.to_owned(), source })?;
        }
        let cannot_open = |source| StoreError::Open { path: path.to_owned(), source };
        let mut connection = connect(path).map_err(cannot_open)?;
        prepare(&mut connection, path)?;

        let (writer, work) = mpsc::channel(WAITING_SAVES);
        std::thread::Builder::new()
            .name("sqlite-writer".to_owned())
            .spawn(move || write_until_closed(connection, work))
            .map_err(StoreError::Thread)?;
        let free = Arc::new(Semaphore::new(READERS));
        let readers = Readers { path: path.to_owned(), free, idle: Mutex::default() };
        Ok(Self { writer, readers: Arc::new(readers) })
    }

    /// Runs a query on one of the reading connections.
    async fn query<T, F>(&self, query: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    {
        let permit = Arc::clone(&self.readers.free).acquire_owned().await.map_err(|_| StoreError::Closed)?;
        let readers = Arc::clone(&self.readers);
        let queried = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            readers.run(query)
        });
        Ok(queried.await.map_err(|_| StoreError::Closed)??)
    }
}

#[async_trait]
impl PlanStore for SqliteStore {
    async fn save(&self, text: Arc<str>) -> Result<PlanId, StoreError> {
        let id = PlanId::random()?;
        let (saved, answer) = oneshot::channel();
        let save = Save { id: id.clone(), text, saved };
        self.writer.try_send(Work::Save(save)).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => StoreError::Busy,
            mpsc::error::TrySendError::Closed(_) => StoreError::Closed,
        })?;
        answer.await.unwrap_or(Err(StoreError::Closed))?;
        Ok(id)
    }

    async fn read(&self, id: &PlanId) -> Result<Option<SavedPlan>, StoreError> {
        let id = id.clone();
        self.query(move |connection| {
            let mut statement =
                connection.prepare_cached("SELECT text, saved_at FROM plans WHERE id = ?1")?;
            let plan = statement.query_row([id.as_str()], |row| {
                let saved_at = UNIX_EPOCH + Duration::from_secs(row.get(1)?);
                Ok(SavedPlan { text: row.get(0)?, saved_at })
            });
            plan.optional()
        })
        .await
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.query(|connection| {
            connection.query_row("SELECT count(*) FROM plans WHERE id = ''", [], |_| Ok(()))
        })
        .await
    }

    async fn close(&self) -> Result<(), StoreError> {
        // Readers go first: the last connection to close takes the write-ahead log with it.
        if let Ok(all) = self.readers.free.acquire_many(READERS as u32).await {
            self.readers.free.close();
            self.readers.idle().clear();
            drop(all);
        }
        let (done, answer) = oneshot::channel();
        self.writer.send(Work::Close { done }).await.map_err(|_| StoreError::Closed)?;
        answer.await.unwrap_or(Err(StoreError::Closed))
    }
}

/// What the writer is asked to do.
#[derive(Debug)]
enum Work {
    Save(Save),
    Close { done: oneshot::Sender<Result<(), StoreError>> },
}

#[derive(Debug)]
struct Save {
    id: PlanId,
    text: Arc<str>,
    saved: oneshot::Sender<Result<(), StoreError>>,
}

/// The writer thread: ends when it is told to close or when the store is gone.
fn write_until_closed(mut connection: Connection, mut work: mpsc::Receiver<Work>) {
    let mut closing = None;
    while closing.is_none()
        && let Some(first) = work.blocking_recv()
    {
        let mut batch = Vec::new();
        let mut next = Some(first);
        while let Some(item) = next {
            match item {
                Work::Save(save) => batch.push(save),
                Work::Close { done } => closing = Some(done),
            }
            next = if closing.is_none() { work.try_recv().ok() } else { None };
        }
        let committed = commit(&mut connection, &batch).map_err(Arc::new);
        for save in batch {
            // A saver that no longer waits has lost nothing: it never learned the id.
            let _ = save.saved.send(committed.clone().map_err(StoreError::from));
        }
    }
    let checkpointed = connection.pragma_update(None, "wal_checkpoint", "TRUNCATE");
    let closed = connection.close().map_err(|(_, error)| error);
    if let Some(done) = closing {
        let _ = done.send(checkpointed.and(closed).map_err(StoreError::from));
    }
}

/// Commits these saves together, or none of them.
fn commit(connection: &mut Connection, batch: &[Save]) -> rusqlite::Result<()> {
    if batch.is_empty() {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    {
        let saved_at = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let mut insert =
            transaction.prepare_cached("INSERT INTO plans (id, text, saved_at) VALUES (?1, ?2, ?3)")?;
        for save in batch {
            insert.execute(params![save.id.as_str(), save.text, saved_at])?;
        }
    }
    transaction.commit()
}

/// Connections that only read, each used by one request at a time and opened when first needed.
#[derive(Debug)]
struct Readers {
    path: PathBuf,
    free: Arc<Semaphore>,
    idle: Mutex<Vec<Connection>>,
}

impl Readers {
    fn run<T>(&self, query: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> rusqlite::Result<T> {
        let idle = self.idle().pop();
        let connection = match idle {
            Some(connection) => connection,
            None => {
                let connection = connect(&self.path)?;
                connection.pragma_update(None, "query_only", true)?;
                connection
            }
        };
        let answer = query(&connection);
        self.idle().push(connection);
        answer
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection with the settings that every one has.
fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    // A commit is on disk before it is acknowledged.
    connection.pragma_update(None, "synchronous", "FULL")?;
    Ok(connection)
}

/// Turns write-ahead logging on and brings the schema up to date.
fn prepare(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let cannot_open = |source| StoreError::Open { path: path.to_owned(), source };
    let journal_mode: String =
        connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0)).map_err(cannot_open)?;
    if journal_mode != "wal" {
        return Err(StoreError::JournalMode(journal_mode));
    }
    let known = MIGRATIONS.len() as u32;
    // Taking the write lock first shows whether the file can be written at all, and lets only one process migrate.
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(cannot_open)?;
    let found: u32 =
        transaction.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(cannot_open)?;
    if found > known {
        return Err(StoreError::NewerSchema { path: path.to_owned(), found, known });
    }
    if found < known {
        for migration in &MIGRATIONS[found as usize..] {
            transaction.execute_batch(migration).map_err(cannot_open)?;
        }
        transaction.pragma_update(None, "user_version", known).map_err(cannot_open)?;
    }
    transaction.commit().map_err(cannot_open)
}
