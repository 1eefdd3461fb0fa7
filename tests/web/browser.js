// Opens an exported page in a headless Chromium, presses keys and looks. Talks to the browser by its debugging protocol over a
// pipe, so nothing but node and the browser is needed.
//
//     node tests/web/browser.js CHROMIUM PAGE STEP...
//
//     log:TEXT:SECONDS       waits until a line of the log begins with TEXT, prints all lines up to there
//     down:KEY  up:KEY       presses or lets go: ArrowUp, z, Enter
//     touch:X,Y  lift        puts a finger on the page, takes it away
//     wait:SECONDS
//     shot:FILE              the whole page as PNG
//     eval:CODE              prints what it gives; run:FILE the same with the code in a file
//     open:FILE              another page; without a FILE the same one again
//     size:WxH[@RATIO]       of the window, as a phone
//
// Exit codes: 0 all steps done, 1 one was not, 2 the browser does not start.
"use strict";

const { spawn } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");

const KEYS = { ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Enter: 13, Backspace: 8, Tab: 9 };

class Browser {
  constructor(program, profile) {
    const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions", "--disable-background-networking",
      "--disable-dev-shm-usage", "--autoplay-policy=no-user-gesture-required", "--window-size=800,600", `--user-data-dir=${profile}`,
      "--remote-debugging-pipe", "about:blank"];
    this.process = spawn(program, flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    this.calls = new Map();
    this.number = 0;
    this.lines = [];
    this.rest = "";
    this.waiting = [];
    this.ended = new Promise((done) => this.process.on("exit", done));
    this.process.on("error", () => {});
    this.process.stdio[3].on("error", () => {});
    this.process.stdio[4].on("data", (data) => this.take(data));
  }
  take(data) {
    const parts = (this.rest + data.toString("utf8")).split("\0");
    this.rest = parts.pop();
    for (const text of parts) this.message(JSON.parse(text));
  }
  message(message) {
    if (message.id !== undefined) {
      const call = this.calls.get(message.id);
      this.calls.delete(message.id);
      if (message.error) call.refuse(new Error(message.error.message)); else call.answer(message.result);
    } else if (message.method === "Runtime.consoleAPICalled") {
      this.line(message.params.args.map((value) => value.value).join(" "));
    } else if (message.method === "Runtime.exceptionThrown") {
      this.line("exception: " + message.params.exceptionDetails.exception.description);
    }
  }
  line(text) {
    this.lines.push(text);
    this.waiting = this.waiting.filter((look) => !look());
  }
  send(method, params = {}) {
    const id = ++this.number;
    const message = { id, method, params };
    if (this.session) message.sessionId = this.session;
    this.process.stdio[3].write(JSON.stringify(message) + "\0");
    return new Promise((answer, refuse) => this.calls.set(id, { answer, refuse }));
  }
  async open(page) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    this.session = (await this.send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
    await this.send("Runtime.enable");
    await this.send("Page.enable");
    await this.send("Emulation.setFocusEmulationEnabled", { enabled: true });
    await this.show(page);
  }
  show(page) {
    this.page = page || this.page;
    this.lines = [];
    return this.send("Page.navigate", { url: "file://" + path.resolve(this.page) });
  }
  log(start, seconds) {
    return new Promise((done, refuse) => {
      const timer = setTimeout(() => refuse(new Error(`no line \`${start}\` within ${seconds} s; the last: ${this.lines[this.lines.length - 1]}`)), seconds * 1000);
      const look = () => {
        const at = this.lines.findIndex((line) => line.startsWith(start));
        if (at < 0) return false;
        clearTimeout(timer);
        for (const line of this.lines.splice(0, at + 1)) console.log(line);
        done();
        return true;
      };
      if (!look()) this.waiting.push(look);
    });
  }
  key(type, key) {
    const code = key.length === 1 ? "Key" + key.toUpperCase() : key;
    const number = KEYS[key] || key.toUpperCase().charCodeAt(0);
    return this.send("Input.dispatchKeyEvent", { type, key, code, windowsVirtualKeyCode: number });
  }
  async step(text) {
    const [verb, ...rest] = text.split(":"), argument = rest.join(":");
    if (verb === "log") return this.log(argument.slice(0, argument.lastIndexOf(":")), Number(argument.slice(argument.lastIndexOf(":") + 1)));
    if (verb === "down") return this.key("rawKeyDown", argument);
    if (verb === "up") return this.key("keyUp", argument);
    if (verb === "wait") return new Promise((done) => setTimeout(done, Number(argument) * 1000));
    if (verb === "open") return this.show(argument);
    if (verb === "shot") return fs.writeFileSync(argument, Buffer.from((await this.send("Page.captureScreenshot")).data, "base64"));
    if (verb === "lift") return this.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    if (verb === "touch") {
      const [x, y] = argument.split(",").map(Number);
      return this.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    }
    if (verb === "size") {
      const [, width, height, , ratio] = argument.match(/^(\d+)x(\d+)(@([\d.]+))?$/);
      await this.send("Emulation.setTouchEmulationEnabled", { enabled: true });
      return this.send("Emulation.setDeviceMetricsOverride", { width: Number(width), height: Number(height), deviceScaleFactor: Number(ratio || 1), mobile: true });
    }
    if (verb === "eval" || verb === "run") {
      const expression = verb === "eval" ? argument : fs.readFileSync(argument, "utf8");
      const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true });
      return console.log(exceptionDetails ? "exception: " + exceptionDetails.exception.description : result.value);
    }
    throw new Error(`no such step: ${text}`);
  }
}

async function run(program, page, steps) {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), "browser-"));
  const browser = new Browser(program, profile);
  let code = 2;
  try {
    await Promise.race([browser.open(page), new Promise((_, refuse) => setTimeout(() => refuse(new Error("the browser does not start")), 30000)),
      browser.ended.then(() => { throw new Error("the browser ended"); })]);
    code = 1;
    for (const step of steps) await browser.step(step);
    code = 0;
  } catch (reason) {
    console.log("failed: " + reason.message);
  }
  browser.process.kill("SIGKILL");
  await browser.ended;
  fs.rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  process.exit(code);
}

const [program, page, ...steps] = process.argv.slice(2);
if (page === undefined) {
  console.error("use: node tests/web/browser.js CHROMIUM PAGE STEP...");
  process.exit(2);
}
run(program, page, steps);
