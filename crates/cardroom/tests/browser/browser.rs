//! A real browser, driven as a person would drive it: by the names of what stands on the page.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use base64::Engine;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::{Value, json};

/// How long anything on the page may take before the test gives up.
const PATIENCE: Duration = Duration::from_secs(90);

/// Chromium with its driver; both end with the test.
pub(crate) struct Browser {
    driver: Child,
    pub(crate) client: Client,
    pub(crate) address: String,
}

/// Starts a driver and reads its port; nothing if it ended without saying one.
fn start_driver() -> Option<(Child, String)> {
    let mut driver = Command::new("chromedriver")
        .arg("--port=0")
        .process_group(0)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("chromedriver starts; install it with `apt-get install chromium chromium-driver`");
    let out = driver.stdout.take().expect("its output is read");
    let port = BufReader::new(out).lines().map_while(Result::ok).find_map(|line| {
        let rest = line.split("started successfully on port ").nth(1)?;
        Some(rest.trim_end_matches('.').to_owned())
    });
    if port.is_none() {
        // It has ended by itself; nobody is left behind.
        let _ = driver.kill();
        let _ = driver.wait();
    }
    Some((driver, port?))
}

impl Browser {
    pub(crate) async fn open(address: &str, width: u32, height: u32) -> Browser {
        // Between choosing a free port and taking it, somebody else may have taken it.
        let (driver, port) =
            (0..3).find_map(|_| start_driver()).expect("chromedriver starts and says its port");
        let options = json!({
            "goog:chromeOptions": {
                "args": [
                    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                    "--disable-background-networking", "--no-first-run", "--force-device-scale-factor=1",
                    format!("--window-size={width},{height}"),
                ],
            },
            "acceptInsecureCerts": true,
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
        });
        let capabilities = options.as_object().expect("an object").clone();
        // On a busy machine the browser may take longer to start than its driver waits.
        let mut attempts = 0;
        let client = loop {
            let mut builder = ClientBuilder::new(HttpConnector::new());
            builder.capabilities(capabilities.clone());
            match builder.connect(&format!("http://127.0.0.1:{port}")).await {
                Ok(client) => break client,
                Err(error) if attempts == 2 => panic!("the browser does not open: {error}"),
                Err(_) => attempts += 1,
            }
        };
        let browser = Browser { driver, client, address: address.to_owned() };
        browser.resize(width, height, width < 600).await;
        browser
    }

    pub(crate) async fn devtools(&self, command: &str, parameters: Value) -> Value {
        let body = json!({ "cmd": command, "params": parameters });
        let own = Own { path: "goog/cdp/execute", body };
        self.client.issue_cmd(own).await.expect("the browser takes the command")
    }

    pub(crate) async fn go(&self, path: &str) {
        self.client.goto(&format!("{}{path}", self.address)).await.expect("the page opens");
    }

    /// Runs a script in the page and gives what it returns.
    pub(crate) async fn script(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.client.execute(script, arguments).await.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Waits until a script returns something true, and gives it.
    pub(crate) async fn until(&self, what: &str, script: &str, arguments: Vec<Value>) -> Value {
        let began = Instant::now();
        loop {
            let found = self.script(script, arguments.clone()).await;
            let is_there = !matches!(found, Value::Null | Value::Bool(false)) && found != json!("");
            if is_there {
                return found;
            }
            if began.elapsed() > PATIENCE {
                let text = self.script("return document.body.innerText", vec![]).await;
                panic!("waited in vain for {what}; the page says:\n{}", text.as_str().unwrap_or_default());
            }
            tokio::time::sleep(Duration::from_millis(60)).await;
        }
    }

    /// Presses the first button or link whose name begins so.
    pub(crate) async fn press(&self, name: &str) {
        let script = format!(
            "{FIND} const found = named(arguments[0]); if (!found) return false; found.click(); return true;"
        );
        self.until(&format!("a button named {name:?}"), &script, vec![json!(name)]).await;
    }

    /// Waits until a text stands on the page.
    pub(crate) async fn sees(&self, text: &str) {
        let script = "return document.body.innerText.toLowerCase().includes(arguments[0].toLowerCase())";
        self.until(&format!("the text {text:?}"), script, vec![json!(text)]).await;
    }

    /// Asks the room's interface from within the page, as the person who is logged in there.
    pub(crate) async fn ask(&self, path: &str) -> Value {
        let script = "const [path, done] = arguments; fetch(path).then((one) => one.json()).then(done, () => done(null));";
        self.client.execute_async(script, vec![json!(path)]).await.expect("the page asks")
    }

    /// Looks through a window of another size, and waits until the page is drawn in it.
    pub(crate) async fn resize(&self, width: u32, height: u32, is_mobile: bool) {
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_mobile });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics).await;
        let drawn =
            "const [done] = arguments; requestAnimationFrame(() => requestAnimationFrame(() => done(true)));";
        self.client.execute_async(drawn, vec![]).await.expect("the page is drawn");
    }

    /// Keeps a picture of what the window shows.
    pub(crate) async fn screenshot(&self, path: &Path) {
        let taken = self.devtools("Page.captureScreenshot", json!({ "format": "webp", "quality": 84 })).await;
        let text = taken["data"].as_str().expect("a picture");
        let picture = base64::prelude::BASE64_STANDARD.decode(text).expect("a picture in base 64");
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder");
        std::fs::write(path, picture).expect("the picture is written");
    }

    /// What went wrong in the page's console, and every address it asked for outside of the room.
    pub(crate) async fn complaints(&self) -> Vec<String> {
        let mut complaints = Vec::new();
        for entry in self.log("browser").await {
            let message = entry["message"].as_str().unwrap_or_default();
            // A room that is being restarted cannot be reached for a moment; refusals answer with a status; those who
            // log in too often wait.
            let is_expected = message.contains("ERR_CONNECTION")
                || message.contains("WebSocket connection")
                || message.contains("401 (Unauthorized)")
                || message.contains("ERR_EMPTY_RESPONSE")
                || (message.contains("/api/login") && message.contains("429"));
            if entry["level"] == "SEVERE" && !is_expected {
                complaints.push(format!("console: {message}"));
            }
        }
        for request in self.messages("Network.requestWillBeSent").await {
            let url = request["request"]["url"].as_str().unwrap_or_default();
            let is_own =
                url.starts_with(&self.address) || url.starts_with("data:") || url.starts_with("blob:");
            if !is_own {
                complaints.push(format!("a request left the machine: {url}"));
            }
        }
        complaints
    }

    /// What the browser told about its work since it was last asked, of one kind.
    pub(crate) async fn messages(&self, method: &str) -> Vec<Value> {
        let told = self.log("performance").await;
        let messages = told.iter().filter_map(|entry| entry["message"].as_str()).filter_map(|text| {
            let told: Value = serde_json::from_str(text).ok()?;
            (told["message"]["method"] == method).then(|| told["message"]["params"].clone())
        });
        messages.collect()
    }

    /// The bytes of everything the browser took since it was last asked, with their heads; what it took again counts once.
    pub(crate) async fn bytes_taken(&self) -> u64 {
        let told = self.log("performance").await;
        let mut addresses = BTreeMap::new();
        let mut sizes = BTreeMap::new();
        for text in told.iter().filter_map(|entry| entry["message"].as_str()) {
            let told: Value = serde_json::from_str(text).unwrap_or_default();
            let params = &told["message"]["params"];
            let id = params["requestId"].as_str().unwrap_or_default().to_owned();
            match told["message"]["method"].as_str() {
                Some("Network.responseReceived") => {
                    addresses.insert(id, params["response"]["url"].to_string());
                }
                Some("Network.loadingFinished") => {
                    let address = addresses.get(&id).cloned().unwrap_or(id);
                    sizes.insert(address, params["encodedDataLength"].as_f64().unwrap_or_default() as u64);
                }
                _ => {}
            }
        }
        sizes.values().sum()
    }

    async fn log(&self, kind: &str) -> Vec<Value> {
        let told = self
            .client
            .issue_cmd(Own { path: "se/log", body: json!({ "type": kind }) })
            .await
            .expect("the browser's log");
        told.as_array().cloned().unwrap_or_default()
    }

    /// Waits for an element by CSS.
    pub(crate) async fn wait_for(&self, css: &str) {
        self.until(css, "return document.querySelector(arguments[0]) !== null", vec![json!(css)]).await;
    }

    pub(crate) async fn close(self) {
        let _ = self.client.clone().close().await;
    }
}

impl Drop for Browser {
    /// Ends the driver and the browser it started, also when a test has failed.
    fn drop(&mut self) {
        let _ = kill_process_group(Pid::from_child(&self.driver), Signal::KILL);
        let _ = self.driver.wait();
    }
}

/// Finds what can be pressed by the beginning of its accessible name.
const FIND: &str = "const named = (wanted) => [...document.querySelectorAll('button, a[href], [role=button], summary')].find((one) => {\
    const isShown = one.getClientRects().length > 0 && !one.disabled && one.getAttribute('aria-disabled') !== 'true';\
    const sheet = [...document.querySelectorAll('dialog[open]')].at(-1);\
    const name = (one.getAttribute('aria-label') ?? one.innerText).trim();\
    return isShown && (!sheet || sheet.contains(one)) && name.startsWith(wanted);\
  });";

/// A command of the driver that is Chromium's own.
#[derive(Debug)]
struct Own {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Own {
    fn endpoint(&self, base: &url::Url, session: Option<&str>) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.to_string()))
    }
}
