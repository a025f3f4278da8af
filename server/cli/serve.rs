//! `planscope serve`: opens the store, listens, and stops when it is told to.

use std::error::Error;
use std::io::{IsTerminal as _, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use axum::http::Uri;
use axum_server::Handle;
use clap::Args;
use etcetera::BaseStrategy as _;
use planscope::store::{PlanStore as _, SqliteStore};
use planscope::web::planning::Planning;
use planscope::web::{self, AppState};
use tracing_subscriber::EnvFilter;

/// How long a client may take to send a request's headers.
const HEADERS_LIMIT: Duration = Duration::from_secs(15);
/// How long requests that are being served may take to finish when the server stops: who stops it may kill it after 10
/// seconds, as Docker does, and the store has to be closed before.
const STOP_LIMIT: Duration = Duration::from_secs(8);

#[derive(Debug, Args)]
pub struct ServeFlags {
    /// Address and port to listen on.
    #[arg(long, env = "PLANSCOPE_LISTEN", value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    listen: String,
    /// File that saved plans are kept in; made when it is not there [default: planscope/plans.sqlite in your data folder].
    #[arg(long, env = "PLANSCOPE_DATABASE", value_name = "FILE")]
    database: Option<PathBuf>,
    /// Address under which people reach this server, such as https://planscope.example; links to saved plans begin with it
    /// [default: the address that each request was sent to].
    #[arg(long, env = "PLANSCOPE_BASE_URL", value_name = "URL", value_parser = base_url)]
    base_url: Option<Arc<str>>,
}

/// Why the server does not start.
#[derive(Debug, thiserror::Error)]
enum ServeError {
    #[error("cannot listen on {address} (choose another address or port with --listen)")]
    Listen {
        address: String,
        #[source]
        source: std::io::Error,
    },
    #[error("there is no data folder to keep saved plans in (name a file with --database)")]
    NoDataFolder(#[source] etcetera::HomeDirError),
}

/// Serves until the process is told to stop.
pub fn serve(flags: ServeFlags) -> Result<ExitCode, Box<dyn Error>> {
    start_log();
    let database = match flags.database {
        Some(file) => file,
        None => {
            let folders = etcetera::choose_base_strategy().map_err(ServeError::NoDataFolder)?;
            folders.data_dir().join("planscope").join("plans.sqlite")
        }
    };
    let cannot_listen = |source| ServeError::Listen { address: flags.listen.clone(), source };
    let listener = TcpListener::bind(&flags.listen).map_err(cannot_listen)?;
    listener.set_nonblocking(true).map_err(cannot_listen)?;
    let address = listener.local_addr().map_err(cannot_listen)?;
    let store = Arc::new(SqliteStore::open(&database)?);
    tracing::info!(database = %database.display(), "saved plans");

    let at_once = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let planning = Planning::new(at_once);
    let app = web::app(AppState { store: store.clone(), planning, base_url: flags.base_url });

    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let handle = Handle::new();
        tokio::spawn(stop_when_told(handle.clone(), Signals::listen()?));
        let mut server = axum_server::from_tcp(listener)?.handle(handle).first_request_timeout(HEADERS_LIMIT);
        server.http_builder().http1().header_read_timeout(HEADERS_LIMIT);
        announce(address);
        server.serve(app.into_make_service()).await?;
        store.close().await?;
        tracing::info!("stopped");
        Ok(ExitCode::SUCCESS)
    });
    // Nobody waits for the plans that are still being made.
    runtime.shutdown_background();
    served
}

/// Says where the server is. Nobody may be reading, and that is no reason to stop.
fn announce(address: SocketAddr) {
    let _ = writeln!(std::io::stdout(), "planscope is listening on http://{address}");
}

/// The log goes to standard error. A panic is logged by its place alone: its message may quote what somebody pasted.
fn start_log() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let colours = std::io::stderr().is_terminal();
    tracing_subscriber::fmt().with_env_filter(filter).with_ansi(colours).with_writer(std::io::stderr).init();
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string);
        tracing::error!(place, "a panic: this is a bug in planscope");
    }));
}

/// The signals that stop the server.
struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl Signals {
    fn listen() -> std::io::Result<Self> {
        Ok(Self {
            #[cfg(unix)]
            terminate: tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?,
        })
    }

    #[cfg(unix)]
    async fn arrive(mut self) {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = self.terminate.recv() => {}
        }
    }

    #[cfg(not(unix))]
    async fn arrive(self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}

/// Stops listening at the first signal and lets the requests that are being served finish.
async fn stop_when_told(handle: Handle<SocketAddr>, signals: Signals) {
    signals.arrive().await;
    tracing::info!("stopping");
    handle.graceful_shutdown(Some(STOP_LIMIT));
}

/// An absolute http address without query; a slash at its end is left out.
fn base_url(text: &str) -> Result<Arc<str>, String> {
    let expected = || "expected an address such as https://planscope.example".to_owned();
    let uri: Uri = text.parse().map_err(|_| expected())?;
    let absolute = matches!(uri.scheme_str(), Some("http" | "https")) && uri.authority().is_some();
    if absolute && uri.query().is_none() {
        Ok(Arc::from(text.trim_end_matches('/')))
    } else {
        Err(expected())
    }
}

#[cfg(test)]
mod tests {
    use super::base_url;

    #[test]
    fn a_base_url_is_an_absolute_http_address() {
        for (given, taken) in [
            ("https://planscope.example", Some("https://planscope.example")),
            ("http://localhost:8080/", Some("http://localhost:8080")),
            ("https://example.org/tools/planscope/", Some("https://example.org/tools/planscope")),
            ("planscope.example", None),
            ("ftp://planscope.example", None),
            ("https://planscope.example/?a=b", None),
            ("", None),
        ] {
            assert_eq!(base_url(given).ok().as_deref(), taken, "{given}");
        }
    }
}
