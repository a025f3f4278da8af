//! Saved plans in a SQLite file.
//!
//! One thread writes: it takes the saves that wait, commits them together, and only then answers each. Reads go
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

/// Saves that may wait for the writer, more are turned away; and saves that are committed together at most.
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
            let full = closing.is_some() || batch.len() == WAITING_SAVES;
            next = if full { None } else { work.try_recv().ok() };
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

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn store_in(folder: &TempDir) -> SqliteStore {
        SqliteStore::open(&folder.path().join("made/on/first/start.sqlite")).expect("a store")
    }

    #[tokio::test]
    async fn a_text_is_read_as_it_was_saved() {
        let folder = TempDir::new().expect("a folder");
        let store = store_in(&folder);
        for text in
            ["", " \r\n\t", "\u{feff}{}", "{ \"a\": \"é → 🦀\" }  ", "nul \0 inside", "\u{fffd}\u{ffff}"]
        {
            let id = store.save(Arc::from(text)).await.expect("saved");
            let saved = store.read(&id).await.expect("read").expect("found");
            assert_eq!(saved.text, text);
            assert!(saved.saved_at.elapsed().is_ok_and(|ago| ago < Duration::from_secs(60)));
        }
    }

    #[tokio::test]
    async fn the_same_text_saved_twice_is_two_plans() {
        let folder = TempDir::new().expect("a folder");
        let store = store_in(&folder);
        let first = store.save(Arc::from("{}")).await.expect("saved");
        let second = store.save(Arc::from("{}")).await.expect("saved");
        assert_ne!(first, second);
    }

    #[tokio::test]
    async fn an_id_that_was_never_given_out_finds_nothing() {
        let folder = TempDir::new().expect("a folder");
        let store = store_in(&folder);
        store.save(Arc::from("{}")).await.expect("saved");
        let id = PlanId::random().expect("an id");
        assert_eq!(store.read(&id).await.expect("read"), None);
    }

    #[tokio::test]
    async fn a_closed_store_leaves_one_file_and_answers_no_more() {
        let folder = TempDir::new().expect("a folder");
        let store = store_in(&folder);
        let id = store.save(Arc::from("kept")).await.expect("saved");
        store.read(&id).await.expect("read");
        store.close().await.expect("closed");
        assert!(matches!(store.save(Arc::from("late")).await, Err(StoreError::Closed)));
        assert!(matches!(store.read(&id).await, Err(StoreError::Closed)));
        let files = std::fs::read_dir(folder.path().join("made/on/first")).expect("the folder");
        let names: Vec<_> = files.map(|file| file.expect("a file").file_name()).collect();
        assert_eq!(names, ["start.sqlite"], "the write-ahead log is gone");

        let again = store_in(&folder);
        assert_eq!(again.read(&id).await.expect("read").expect("found").text, "kept");
    }

    #[tokio::test]
    async fn a_saved_plan_cannot_be_changed() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("plans.sqlite");
        let store = SqliteStore::open(&path).expect("a store");
        store.save(Arc::from("{}")).await.expect("saved");
        let other = connect(&path).expect("a connection");
        let changed = other.execute("UPDATE plans SET text = 'other'", []);
        assert!(changed.is_err_and(|error| error.to_string() == "a saved plan never changes"));
    }

    #[tokio::test]
    async fn every_commit_is_on_disk_before_it_is_acknowledged() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("plans.sqlite");
        SqliteStore::open(&path).expect("a store");
        let connection = connect(&path).expect("a connection");
        let setting = |name: &str| -> String {
            let value =
                connection.pragma_query_value(None, name, |row| row.get::<_, rusqlite::types::Value>(0));
            format!("{:?}", value.expect("a setting"))
        };
        assert_eq!(setting("journal_mode"), r#"Text("wal")"#);
        assert_eq!(setting("synchronous"), "Integer(2)", "FULL");
    }

    #[tokio::test]
    async fn saves_that_wait_together_are_all_kept() {
        let folder = TempDir::new().expect("a folder");
        let store = Arc::new(store_in(&folder));
        let mut saves = tokio::task::JoinSet::new();
        for number in 0..200 {
            let store = Arc::clone(&store);
            saves.spawn(
                async move { (number, store.save(Arc::from(number.to_string())).await.expect("saved")) },
            );
        }
        for (number, id) in saves.join_all().await {
            let saved = store.read(&id).await.expect("read").expect("found");
            assert_eq!(saved.text, number.to_string());
        }
    }

    #[test]
    fn a_database_of_a_newer_planscope_is_left_alone() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("plans.sqlite");
        let connection = connect(&path).expect("a connection");
        connection.pragma_update(None, "user_version", 99).expect("a version");
        let error = SqliteStore::open(&path).expect_err("newer");
        assert!(matches!(error, StoreError::NewerSchema { found: 99, known: 1, .. }), "{error}");
    }

    #[test]
    fn what_is_no_database_is_refused() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("plans.sqlite");
        std::fs::write(&path, "not a database, and longer than the header of one would be".repeat(20))
            .expect("a file");
        assert!(matches!(SqliteStore::open(&path), Err(StoreError::Open { .. })));
        assert!(matches!(SqliteStore::open(&path.join("below a file")), Err(StoreError::Folder { .. })));
    }
}
