//! A Chromium that scenarios drive, and what it complained about.

use std::fmt;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource as _, KeyAction, KeyActions, MouseActions, PointerAction};
use fantoccini::error::CmdError;
use fantoccini::key::Key;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder, Locator};
use http::Method;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use url::{ParseError, Url};

use crate::Outcome;

/// How long something may take to appear.
const PATIENCE: Duration = Duration::from_secs(15);

/// A running chromedriver; it ends with this value.
pub struct Driver {
    process: Child,
    address: String,
    chromium: String,
}

/// Which browser somebody has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Desktop,
    Phone,
    WithoutScript,
}

impl Driver {
    /// Starts chromedriver on a free port.
    ///
    /// # Errors
    /// Why there is no browser, for people.
    pub fn start() -> Result<Self, String> {
        let find = |names: &[&str]| {
            let found = names.iter().find(|name| {
                Command::new(name)
                    .arg("--version")
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .status()
                    .is_ok()
            });
            found.map(|name| (*name).to_owned()).ok_or_else(|| format!("{} is not installed", names[0]))
        };
        let chromium = find(&["chromium", "chromium-browser", "google-chrome"])?;
        let driver = find(&["chromedriver"])?;
        let mut process = Command::new(driver)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("chromedriver does not start: {error}"))?;
        let stdout = BufReader::new(process.stdout.take().expect("it is piped"));
        let port = stdout.lines().map_while(Result::ok).find_map(|line| {
            let port = line.split("started successfully on port ").nth(1)?;
            port.trim_end_matches('.').parse::<u16>().ok()
        });
        match port {
            Some(port) => Ok(Self { process, address: format!("http://127.0.0.1:{port}"), chromium }),
            None => Err("chromedriver does not say on which port it listens".to_owned()),
        }
    }

    /// A browser with nothing in it, for somebody who visits this server.
    pub async fn visitor(&self, server: &str, kind: Kind) -> Visitor {
        let mut options = json!({
            "binary": which(&self.chromium),
            "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                "--window-size=1440,900", "--force-prefers-reduced-motion"],
            "prefs": {},
        });
        match kind {
            Kind::Desktop => {}
            Kind::Phone => {
                options["mobileEmulation"] = json!({ "deviceMetrics": { "width": 390, "height": 844, "pixelRatio": 2.0, "touch": true } });
            }
            Kind::WithoutScript => {
                options["prefs"] = json!({ "profile.managed_default_content_settings.javascript": 2 });
            }
        }
        let capabilities = json!({
            "browserName": "chrome",
            "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
        });
        let Value::Object(capabilities) = capabilities else { unreachable!("it is written as an object") };
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&self.address)
            .await
            .expect("a session begins");
        Visitor { client, server: server.to_owned(), kind }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing to end.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The path of a program, which is how chromedriver wants it.
fn which(program: &str) -> String {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut candidates = std::env::split_paths(&path).map(|folder| folder.join(program));
    let found = candidates.find(|candidate| candidate.is_file());
    found.map_or_else(|| program.to_owned(), |found| found.to_string_lossy().into_owned())
}

/// Somebody with a browser.
pub struct Visitor {
    pub client: Client,
    server: String,
    kind: Kind,
}

impl Visitor {
    /// Goes to a path of the server and waits for the page's script, if it has one that runs.
    pub async fn open(&self, path: &str) -> Outcome {
        self.client.goto(&format!("{}{path}", self.server)).await?;
        Ok(())
    }

    /// As [`Visitor::open`], until the page's script has started.
    pub async fn open_and_wait(&self, path: &str) -> Outcome {
        self.open(path).await?;
        self.ready().await
    }

    /// Waits until the page's script has started.
    pub async fn ready(&self) -> Outcome {
        self.until("document.documentElement.dataset.ready !== undefined").await
    }

    /// Path, query and fragment of the address.
    pub async fn address(&self) -> Result<String, CmdError> {
        let url = self.client.current_url().await?;
        Ok(url.as_str().strip_prefix(&self.server).unwrap_or(url.as_str()).to_owned())
    }

    /// The value of an expression in the page.
    pub async fn value(&self, expression: &str) -> Result<Value, CmdError> {
        self.client.execute(&format!("return {expression};"), Vec::new()).await
    }

    /// Waits until an expression in the page is true.
    pub async fn until(&self, expression: &str) -> Outcome {
        let began = Instant::now();
        while self.value(&format!("Boolean({expression})")).await? != Value::Bool(true) {
            assert!(began.elapsed() < PATIENCE, "never: {expression}\nat {}", self.address().await?);
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        Ok(())
    }

    /// Waits until the address begins like this, and gives it. Needs no script in the page.
    pub async fn arrives_at(&self, beginning: &str) -> Result<String, CmdError> {
        let began = Instant::now();
        loop {
            let address = self.address().await?;
            if address.starts_with(beginning) {
                return Ok(address);
            }
            assert!(began.elapsed() < PATIENCE, "never at {beginning}, but at {address}");
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    }

    /// Waits until the page's markup has this text. Needs no script in the page.
    pub async fn reads(&self, text: &str) -> Outcome {
        let began = Instant::now();
        while !self.client.source().await?.contains(text) {
            assert!(began.elapsed() < PATIENCE, "{text} is never read at {}", self.address().await?);
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        Ok(())
    }

    /// All text in the first element that matches, with single spaces.
    pub async fn text(&self, selector: &str) -> Result<String, CmdError> {
        let expression = format!("document.querySelector({selector:?})?.textContent");
        let text = self.value(&expression).await?;
        let text = text.as_str().unwrap_or_else(|| panic!("there is no {selector}"));
        Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// How many elements match.
    pub async fn count(&self, selector: &str) -> Result<u64, CmdError> {
        let number = self.value(&format!("document.querySelectorAll({selector:?}).length")).await?;
        Ok(number.as_u64().expect("a length is a number"))
    }

    /// Asserts that an element is there, or waits for it.
    pub async fn sees(&self, selector: &str) -> Outcome {
        self.until(&format!(
            "[...document.querySelectorAll({selector:?})].some((element) => element.checkVisibility({{ visibilityProperty: true }}))"
        ))
        .await
    }

    /// Clicks on the first element that matches.
    pub async fn click(&self, selector: &str) -> Outcome {
        self.client.find(Locator::Css(selector)).await?.click().await
    }

    /// Moves the pointer over the middle of an element, wherever in the page that is drawn.
    pub async fn point_at(&self, selector: &str) -> Outcome {
        let place = self
            .value(&format!(
                "(() => {{ const box = document.querySelector({selector:?}).getBoundingClientRect(); \
                 return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
            ))
            .await?;
        let at = |index: usize| place[index].as_f64().expect("a coordinate").round();
        let moves = MouseActions::new("mouse".to_owned()).then(PointerAction::MoveTo {
            duration: None,
            x: at(0),
            y: at(1),
        });
        self.client.perform_actions(moves).await
    }

    /// Presses a key.
    pub async fn presses(&self, key: impl Into<char>) -> Outcome {
        self.press(&[key.into()]).await
    }

    /// Presses keys together: those before the last are held.
    pub async fn press(&self, keys: &[char]) -> Outcome {
        let mut actions = KeyActions::new("keyboard".to_owned());
        for &value in keys {
            actions = actions.then(KeyAction::Down { value });
        }
        for &value in keys.iter().rev() {
            actions = actions.then(KeyAction::Up { value });
        }
        self.client.perform_actions(actions).await
    }

    /// Types into what has the focus.
    pub async fn types(&self, text: &str) -> Outcome {
        self.client.active_element().await?.send_keys(text).await
    }

    /// Replaces the text in the editor, as a paste over a selection does.
    pub async fn replaces_the_source(&self, text: &str) -> Outcome {
        self.click(".code__input").await?;
        self.press(&[Key::Control.into(), 'a']).await?;
        let script = "document.execCommand('insertText', false, arguments[0])";
        self.client.execute(script, vec![json!(text)]).await?;
        Ok(())
    }

    /// Asserts that the browser had nothing to complain about, and closes it.
    pub async fn leaves(self) -> Outcome {
        self.leaves_after(&[]).await
    }

    /// As [`Visitor::leaves`], where some answers of the server were to be refusals.
    pub async fn leaves_after(self, refusals: &[u64]) -> Outcome {
        let messages = self.client.issue_cmd(Log("browser")).await?;
        let messages: Vec<_> = messages
            .as_array()
            .expect("the log is a list")
            .iter()
            .filter_map(|entry| entry["message"].as_str())
            // Chromium logs each refusal that a script handles as well.
            .filter(|message| !refusals.iter().any(|status| message.contains(&format!("status of {status}"))))
            .map(str::to_owned)
            .collect();
        assert!(messages.is_empty(), "the console says: {messages:#?}");
        let events = self.client.issue_cmd(Log("performance")).await?;
        let failed: Vec<_> = events
            .as_array()
            .expect("the log is a list")
            .iter()
            .filter_map(|entry| serde_json::from_str::<Value>(entry["message"].as_str()?).ok())
            .filter_map(|entry| failure(&entry["message"], refusals))
            // A browser without scripts refuses to fetch them.
            .filter(|failed| self.kind != Kind::WithoutScript || !failed.contains("\"type\":\"Script\""))
            .collect();
        assert!(failed.is_empty(), "requests failed: {failed:#?}");
        self.client.close().await
    }
}

/// What a network event says of a request that failed.
fn failure(event: &Value, refusals: &[u64]) -> Option<String> {
    let parameters = &event["params"];
    match event["method"].as_str()? {
        "Network.responseReceived" => {
            let response = &parameters["response"];
            let status = response["status"].as_u64()?;
            (status >= 400 && !refusals.contains(&status)).then(|| format!("{status} {}", response["url"]))
        }
        // An answer that is no longer wanted is cancelled.
        "Network.loadingFailed" if parameters["canceled"] != true => Some(parameters.to_string()),
        _ => None,
    }
}

/// chromedriver's own command that gives the entries of a log and empties it.
struct Log(&'static str);

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} log", self.0)
    }
}

impl WebDriverCompatibleCommand for Log {
    fn endpoint(&self, base_url: &Url, session_id: Option<&str>) -> Result<Url, ParseError> {
        base_url.join(&format!("session/{}/se/log", session_id.unwrap_or_default()))
    }

    fn method_and_body(&self, _request_url: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(json!({ "type": self.0 }).to_string()))
    }
}
