// The page around the player: it shows the pictures that the program makes (platform/web/web.c), tells it keys, pads,
// touches and time, keeps its saved games, and plays its sound. It needs no other file and no network.
"use strict";

const element = (id) => document.getElementById(id);
const screen_ = element("screen");
const context = screen_.getContext("2d", { alpha: false });
const savesName = "oxcart-saves:" + element("cartridge").dataset.saves;

// ---- what platform.h calls them ----

const BUTTON = { UP: 1, DOWN: 2, LEFT: 4, RIGHT: 8, A: 16, B: 32, X: 64, Y: 128, L: 256, R: 512, START: 1024, SELECT: 2048 };
const NOTICE = { FOCUS_LOST: 1, FOCUS_GAINED: 2, SUSPENDED: 3, RESUMED: 4, DISPLAY_CHANGED: 6 };

let game = null; // the program's functions, while it runs
let memory = null; // its memory; a new object whenever it has grown
const bytesAt = (at, size) => new Uint8Array(memory.buffer, at, size);
const textAt = (at, size) => new TextDecoder().decode(bytesAt(at, size));

// ---- trouble ----

// The last lines stay on the page; all of them are in the browser's console.
function tell(text) {
  const box = element("trouble");
  const lines = box.textContent === "" ? [] : box.textContent.split("\n");
  lines.push(text);
  box.textContent = lines.slice(-20).join("\n");
  box.hidden = false;
  box.scrollTop = box.scrollHeight;
}
element("trouble").addEventListener("click", () => { element("trouble").hidden = true; });

function fail(text) {
  console.error(text);
  tell(text);
  game = null;
}

function log(level, at, size) {
  const text = textAt(at, size);
  if (level === 0) {
    console.error("error: " + text);
    tell(text);
  } else if (level === 1) {
    console.warn("warning: " + text);
  } else {
    console.log(text);
  }
}

// ---- time ----

// A frame begins at the moment that the browser gives it, which is as even as the display; within a frame the clock goes on
// from there.
const clock = { frame: 0, begun: 0, last: 1 };
function ticks() {
  const now = Math.floor((clock.frame + performance.now() - clock.begun) * 1000);
  if (now > clock.last) clock.last = now;
  return BigInt(clock.last);
}

// ---- pictures ----

function present(at, width, height) {
  if (screen_.width !== width || screen_.height !== height) {
    screen_.width = width;
    screen_.height = height;
    layOut();
  }
  context.putImageData(new ImageData(new Uint8ClampedArray(memory.buffer, at, width * height * 4), width, height), 0, 0);
}

// As large as whole pixels of the display allow, in the middle; smaller only when the window is smaller than the picture.
// On a tall display the picture goes to the top, to leave the rest to the thumbs.
function layOut() {
  const ratio = window.devicePixelRatio || 1;
  const across = Math.floor(window.innerWidth * ratio), down = Math.floor(window.innerHeight * ratio);
  const fit = Math.min(across / screen_.width, down / screen_.height);
  const scale = fit >= 1 ? Math.floor(fit) : fit;
  const width = Math.round(screen_.width * scale), height = Math.round(screen_.height * scale);
  const tall = !element("touch").hidden && down > across;
  screen_.style.width = width / ratio + "px";
  screen_.style.height = height / ratio + "px";
  screen_.style.left = Math.floor((across - width) / 2) / ratio + "px";
  screen_.style.top = (tall ? 0 : Math.floor((down - height) / 2) / ratio) + "px";
}

const canBeFull = () => Boolean(document.documentElement.requestFullscreen && document.fullscreenEnabled);
function toggleFull() {
  if (!canBeFull()) return;
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  done.catch((reason) => console.warn("no full screen: " + reason));
}
element("full").hidden = !canBeFull();
element("full").addEventListener("click", () => { toggleFull(); screen_.focus(); });

function download(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const fileName = (what, ending) => `${document.title || "oxcart"}-${what}-${new Date().toISOString().slice(0, 19).replace(/[:T]/g, "")}.${ending}`;

function screenshot() {
  screen_.toBlob((blob) => { if (blob !== null) download(fileName("screenshot", "png"), blob); });
  return 1;
}

function keep(name, nameSize, text, textSize) {
  download(fileName(textAt(name, nameSize), "txt"), new Blob([textAt(text, textSize)], { type: "text/plain" }));
  return 1;
}

// ---- keys ----

// Letters by what is printed on them, as in the other ports.
const KEYS = {
  ArrowUp: BUTTON.UP, ArrowDown: BUTTON.DOWN, ArrowLeft: BUTTON.LEFT, ArrowRight: BUTTON.RIGHT,
  z: BUTTON.A, x: BUTTON.B, a: BUTTON.X, t: BUTTON.X, s: BUTTON.Y, q: BUTTON.L, Tab: BUTTON.L, w: BUTTON.R,
  Enter: BUTTON.START, Backspace: BUTTON.SELECT,
};
const keys = new Map(); // the place of a held key on the keyboard: its button
let fresh = 0; // pressed since the last frame, also when let go again

function buttonOf(event) {
  if (event.code === "ShiftRight") return BUTTON.SELECT;
  return KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key] || 0;
}

// Keys by their codes, as platform.h numbers them: letters, digits, others, F1 to F12.
const OTHER_KEYS = ["Space", "Enter", "Tab", "Backspace", "Delete", "Insert", "Home", "End", "PageUp", "PageDown", "ArrowUp", "ArrowDown",
  "ArrowLeft", "ArrowRight", "ShiftLeft", "ShiftRight", "ControlLeft", "AltLeft", "Minus", "Equal", "Comma", "Period", "Slash", "Semicolon", "Quote",
  "BracketLeft", "BracketRight", "Backslash", "Backquote"];
const heldCodes = new Map(); // the place of a held key on the keyboard: its code
let freshCodes = new Set(); // pressed since the last frame
let typed = 0; // the last character since then

function codeOf(event) {
  const letter = event.key.length === 1 ? event.key.toLowerCase() : "";
  if (letter >= "a" && letter <= "z") return 1 + letter.charCodeAt(0) - 97;
  if (letter >= "0" && letter <= "9") return 27 + letter.charCodeAt(0) - 48;
  const other = OTHER_KEYS.indexOf(event.code), number = /^F([1-9]|1[0-2])$/.exec(event.key);
  if (other >= 0) return 37 + other;
  return number !== null ? 65 + Number(number[1]) : 0;
}

window.addEventListener("keydown", (event) => {
  const code = codeOf(event);
  if (code !== 0 && !event.metaKey) {
    heldCodes.set(event.code || event.key, code);
    if (!event.repeat) freshCodes.add(code);
  }
  if (event.key.length === 1 && !event.altKey && !event.ctrlKey && !event.metaKey) typed = event.key.codePointAt(0) & 0xFFFF;
});

window.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return; // those are the browser's
  const button = buttonOf(event), letter = event.key.toLowerCase();
  if (!event.repeat && letter === "f") toggleFull();
  if (!event.repeat && letter === "p") screenshot();
  if (button === 0) return;
  event.preventDefault();
  if (!event.repeat) fresh |= button;
  keys.set(event.code || event.key, button);
});
window.addEventListener("keyup", (event) => {
  keys.delete(event.code || event.key);
  heldCodes.delete(event.code || event.key);
});

// ---- pointer ----

const pointer = { x: 0, y: 0, dx: 0, dy: 0, wheel: 0, id: null, clientX: null, clientY: null };

// A finger that comes down elsewhere has not moved there.
function point(event, moved) {
  const box = screen_.getBoundingClientRect();
  const inside = (value, most) => Math.max(0, Math.min(most - 1, Math.floor(value)));
  const perX = screen_.width / box.width, perY = screen_.height / box.height;
  pointer.x = inside((event.clientX - box.left) * perX, screen_.width);
  pointer.y = inside((event.clientY - box.top) * perY, screen_.height);
  if (moved && pointer.clientX !== null) {
    pointer.dx += (event.clientX - pointer.clientX) * perX;
    pointer.dy += (event.clientY - pointer.clientY) * perY;
  }
  pointer.clientX = event.clientX;
  pointer.clientY = event.clientY;
}

screen_.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || pointer.id !== null) return;
  pointer.id = event.pointerId;
  screen_.setPointerCapture(event.pointerId);
  point(event, false);
});
screen_.addEventListener("pointermove", (event) => {
  if (pointer.id === null || pointer.id === event.pointerId) point(event, true);
});
for (const kind of ["pointerup", "pointercancel"]) {
  screen_.addEventListener(kind, (event) => { if (event.pointerId === pointer.id) pointer.id = null; });
}
screen_.addEventListener("wheel", (event) => {
  event.preventDefault();
  pointer.wheel -= event.deltaMode === 0 ? event.deltaY / 100 : event.deltaY / 3;
}, { passive: false });
window.addEventListener("contextmenu", (event) => { if (event.target.id !== "trouble") event.preventDefault(); });

// Fingers on the picture, each with a number of its own; a mouse is none.
const FINGERS = 5;
const fingers = new Map(); // the browser's number: { id, x, y, gone }
let lastFinger = 0, cancelled = false;

function finger(event) {
  const box = screen_.getBoundingClientRect();
  const one = fingers.get(event.pointerId);
  if (one === undefined) return;
  one.x = Math.floor((event.clientX - box.left) * screen_.width / box.width);
  one.y = Math.floor((event.clientY - box.top) * screen_.height / box.height);
}
screen_.addEventListener("pointerdown", (event) => {
  if (event.pointerType === "mouse" || fingers.size >= FINGERS) return;
  lastFinger = lastFinger % 32767 + 1;
  fingers.set(event.pointerId, { id: lastFinger, x: 0, y: 0, gone: false });
  finger(event);
});
screen_.addEventListener("pointermove", finger);
screen_.addEventListener("pointerup", (event) => { if (fingers.has(event.pointerId)) fingers.get(event.pointerId).gone = true; });
screen_.addEventListener("pointercancel", (event) => { cancelled = fingers.delete(event.pointerId) || cancelled; });

// ---- lean ----

// A page may ask for the lean in some browsers only when it is touched. 42 is 1 g.
const lean = [0, 0, 0];
const spin = [0, 0, 0]; // 16 is 1 degree a second
function watchLean() {
  window.removeEventListener("pointerup", watchLean);
  if (!window.DeviceMotionEvent) return;
  const listen = () => window.addEventListener("devicemotion", (event) => {
    const a = event.accelerationIncludingGravity;
    if (a === null || a.x === null) return;
    const turn = (screen.orientation ? screen.orientation.angle : 0) * Math.PI / 180;
    const [x, y] = [a.x * Math.cos(turn) + a.y * Math.sin(turn), a.y * Math.cos(turn) - a.x * Math.sin(turn)];
    const r = event.rotationRate; // alpha about the axis out of the screen, beta to the right, gamma up
    if (r !== null && r.alpha !== null) {
      const [rx, ry] = [r.beta * Math.cos(turn) + r.gamma * Math.sin(turn), r.gamma * Math.cos(turn) - r.beta * Math.sin(turn)];
      [rx, ry, r.alpha].forEach((value, i) => { spin[i] = Math.max(-32767, Math.min(32767, Math.round(value * 16))); });
    }
    [x, y, a.z].forEach((value, i) => { lean[i] = Math.max(-128, Math.min(127, Math.round(value / 9.81 * 127 / 3))); });
  });
  if (window.DeviceMotionEvent.requestPermission) window.DeviceMotionEvent.requestPermission().then((answer) => { if (answer === "granted") listen(); }).catch(() => {});
  else listen();
}
window.addEventListener("pointerup", watchLean);

// Whole pixels and notches; what is less waits.
function take(what) {
  const whole = Math.trunc(pointer[what] * 1.000001); // sums of thirds are a little short
  pointer[what] -= whole;
  return whole;
}

// ---- touch ----

let touched = 0; // buttons under thumbs
const thumbs = new Map(); // pointer: its buttons

function thumb(id, buttons) {
  const before = thumbs.get(id) || 0;
  if (buttons === 0) thumbs.delete(id); else thumbs.set(id, buttons);
  if ((buttons & ~before) !== 0 && navigator.vibrate) navigator.vibrate(8); // felt under the thumb
  fresh |= buttons & ~before;
  touched = 0;
  for (const held of thumbs.values()) touched |= held;
}

// Eight directions about the middle of the pad.
function direction(event) {
  const box = element("pad").getBoundingClientRect();
  const x = event.clientX - box.left - box.width / 2, y = event.clientY - box.top - box.height / 2;
  if (Math.hypot(x, y) < box.width * 0.12) return 0;
  const eighth = Math.round(Math.atan2(y, x) / (Math.PI / 4));
  let buttons = 0;
  if (Math.abs(eighth) <= 1) buttons |= BUTTON.RIGHT;
  if (Math.abs(eighth) >= 3) buttons |= BUTTON.LEFT;
  if (eighth >= 1 && eighth <= 3) buttons |= BUTTON.DOWN;
  if (eighth <= -1 && eighth >= -3) buttons |= BUTTON.UP;
  return buttons;
}

function touchable(node, buttonsOf, follows) {
  const change = (event, buttons, held) => {
    event.preventDefault();
    thumb(event.pointerId, buttons);
    node.classList.toggle("held", held);
  };
  node.addEventListener("pointerdown", (event) => {
    node.setPointerCapture(event.pointerId);
    change(event, buttonsOf(event), true);
  });
  if (follows) node.addEventListener("pointermove", (event) => { if (event.buttons !== 0) change(event, buttonsOf(event), true); });
  for (const kind of ["pointerup", "pointercancel"]) node.addEventListener(kind, (event) => change(event, 0, false));
}
touchable(element("pad"), direction, true);
for (const node of document.querySelectorAll("[data-button]")) touchable(node, () => BUTTON[node.dataset.button], false);

// A real pad that speaks hides the pad of the page, until the picture is touched again.
function hideTouch() {
  if (element("touch").hidden) return;
  element("touch").hidden = true;
  layOut();
}

// The pad of the page: its size, and on which side its stick is. The page keeps what was chosen last.
const SIZES = [0.8, 1, 1.3];
const hand = { size: 1, left: false };
function setHand(size, left) {
  hand.size = size;
  hand.left = left;
  const style = element("touch").style;
  style.setProperty("--size", String(SIZES[size]));
  element("touch").classList.toggle("left-handed", left);
  try {
    localStorage.setItem("oxcart-hand", size + (left ? "L" : "R"));
  } catch (reason) {
    console.log("the pad's size is not kept: " + reason);
  }
}
element("resize").addEventListener("click", () => setHand((hand.size + 1) % SIZES.length, hand.left));
element("mirror").addEventListener("click", () => setHand(hand.size, !hand.left));
try {
  const kept = /^([012])([LR])$/.exec(localStorage.getItem("oxcart-hand") || "");
  if (kept !== null) setHand(Number(kept[1]), kept[2] === "L");
} catch (reason) {
  console.log("the pad's size was not kept: " + reason);
}

function showTouch() {
  if (!element("touch").hidden) return;
  element("touch").hidden = false;
  layOut();
}
if (window.matchMedia("(pointer: coarse)").matches) showTouch();
window.addEventListener("touchstart", showTouch, { passive: true });

// ---- pads ----

// The standard layout (W3C Gamepad): its buttons by number.
const PAD = [BUTTON.A, BUTTON.B, BUTTON.X, BUTTON.Y, BUTTON.L, BUTTON.R, BUTTON.L, BUTTON.R, BUTTON.SELECT, BUTTON.START, 0, 0,
  BUTTON.UP, BUTTON.DOWN, BUTTON.LEFT, BUTTON.RIGHT];
const DEAD = 0.05; // of a stick's way: less is trembling; where sticks rest is the console's business

const padList = () => (navigator.getGamepads ? Array.from(navigator.getGamepads()).filter((pad) => pad !== null && pad.connected) : []);

// The half words of plat_senses, in their order.
const SENSES = { RIGHT_X: 0, RIGHT_Y: 1, LEFT_TRIGGER: 2, RIGHT_TRIGGER: 3, TILT: 4, STATE: 7, TYPED: 8, KEYS: 9, TOUCHES: 14, SPIN: 29, ALL: 32 };
const HAS = { STICK: 1, RIGHT_STICK: 2, TRIGGERS: 4, MOTORS: 128 };

function stickOf(pad, axis) {
  const [x, y] = [pad.axes[axis] || 0, pad.axes[axis + 1] || 0];
  return Math.hypot(x, y) > DEAD ? [Math.round(x * 32767), Math.round(-y * 32767)] : [0, 0];
}

// Gives each pad to the program in its place; the first one that speaks hides the pad of the page.
function readPads() {
  const list = navigator.getGamepads ? Array.from(navigator.getGamepads()) : [];
  for (let i = 0; i < 7; i++) {
    const pad = list[i];
    if (!pad || !pad.connected) {
      game.pad(i, -1, 0, 0, 0);
      continue;
    }
    let buttons = 0;
    pad.buttons.forEach((button, k) => { if (button.pressed) buttons |= PAD[k] || 0; });
    const [x, y] = stickOf(pad, 0), [rightX, rightY] = stickOf(pad, 2);
    const trigger = (k) => (pad.buttons[k] ? Math.round(pad.buttons[k].value * 255) : 0);
    const senses = new Int16Array(memory.buffer, game.senses() >>> 0, SENSES.ALL).fill(0);
    senses[SENSES.RIGHT_X] = rightX;
    senses[SENSES.RIGHT_Y] = rightY;
    senses[SENSES.LEFT_TRIGGER] = trigger(6);
    senses[SENSES.RIGHT_TRIGGER] = trigger(7);
    game.pad(i, HAS.STICK | (pad.axes.length > 2 ? HAS.RIGHT_STICK : 0) | HAS.TRIGGERS | (pad.vibrationActuator ? HAS.MOTORS : 0), buttons, x, y);
    if (buttons !== 0 || x !== 0 || y !== 0) hideTouch();
  }
}

// Writes what the page itself senses.
function writeSenses() {
  const senses = new Uint16Array(memory.buffer, game.senses() >>> 0, SENSES.ALL).fill(0);
  for (const code of [...heldCodes.values(), ...freshCodes]) senses[SENSES.KEYS + (code >> 4)] |= 1 << (code & 15);
  freshCodes.clear();
  senses[SENSES.TYPED] = typed;
  typed = 0;
  senses[SENSES.STATE] = cancelled ? 1 : 0;
  cancelled = false;
  lean.forEach((value, i) => { senses[SENSES.TILT + i] = value; });
  spin.forEach((value, i) => { senses[SENSES.SPIN + i] = value; });
  let at = SENSES.TOUCHES;
  for (const [pointer, one] of fingers) {
    senses.set([one.id, one.x, one.y].map((value) => value & 0xFFFF), at);
    at += 3;
    if (one.gone) fingers.delete(pointer); // a tap is there for a frame
  }
}

function rumble(player, motor, strength, milliseconds) {
  let shaken = 0;
  padList().forEach((pad) => {
    if ((player >= 0 && player !== pad.index) || !pad.vibrationActuator || !pad.vibrationActuator.playEffect) return;
    const force = strength / 65535;
    const effect = { duration: Math.min(milliseconds, 5000), strongMagnitude: player < 0 || motor === 0 ? force : 0, weakMagnitude: player < 0 || motor === 1 ? force : 0 };
    pad.vibrationActuator.playEffect("dual-rumble", effect).catch(() => {});
    shaken = 1;
  });
  return shaken;
}

// ---- focus ----

window.addEventListener("blur", () => {
  keys.clear();
  heldCodes.clear();
  cancelled = cancelled || fingers.size > 0;
  fingers.clear();
  thumbs.clear();
  touched = 0;
  pointer.id = null;
  if (game !== null) game.notice(NOTICE.FOCUS_LOST);
});
window.addEventListener("focus", () => { if (game !== null) game.notice(NOTICE.FOCUS_GAINED); });
window.addEventListener("resize", () => {
  layOut();
  if (game !== null) game.notice(NOTICE.DISPLAY_CHANGED);
});
document.addEventListener("visibilitychange", () => {
  if (game !== null) game.notice(document.hidden ? NOTICE.SUSPENDED : NOTICE.RESUMED);
  if (document.hidden) speaker.rest(); else wake();
});

// ---- saved games ----

// How many bytes were kept; -1 where the browser keeps nothing (a private window, say).
function load(at, most) {
  try {
    localStorage.setItem("oxcart-probe", "1");
    localStorage.removeItem("oxcart-probe");
    const kept = localStorage.getItem(savesName);
    if (kept === null) return 0;
    const bytes = fromBase64(kept).subarray(0, most);
    bytesAt(at, bytes.length).set(bytes);
    return bytes.length;
  } catch (reason) {
    console.warn("saved games cannot be kept: " + reason);
    return -1;
  }
}

function save(at, size) {
  try {
    let letters = "";
    for (const byte of bytesAt(at, size)) letters += String.fromCharCode(byte);
    localStorage.setItem(savesName, btoa(letters));
    return 1;
  } catch (reason) {
    console.error("the game could not be saved: " + reason);
    tell("The game could not be saved: the browser keeps nothing more for this page.");
    return 0;
  }
}

// ---- sound ----

// The program hands over samples; a processor of the browser's sound thread plays them. It is made of a text, because a page
// that is a file may load no other; Chromium takes it from there as data, not as a blob.
const SPEAKER = `
registerProcessor("oxcart", class extends AudioWorkletProcessor {
  constructor(options) {
    super();
    this.channels = options.processorOptions.channels;
    this.ring = new Int16Array(options.processorOptions.room * this.channels);
    this.start = options.processorOptions.start * this.channels;
    this.read = this.count = this.waited = 0;
    this.plays = false;
    this.port.onmessage = (event) => this.take(event.data);
  }
  take(samples) {
    const room = this.ring.length;
    for (let i = 0; i < samples.length && this.count < room; i++, this.count++) this.ring[(this.read + this.count) % room] = samples[i];
  }
  process(inputs, outputs) {
    const [left, right] = outputs[0];
    if (!this.plays && this.count > 0) this.waited += left.length * this.channels;
    if (this.count >= this.start || this.waited >= this.start) this.plays = true;
    const frames = this.plays ? Math.min(left.length, this.count / this.channels) : 0;
    for (let i = 0; i < frames; i++) {
      left[i] = this.ring[this.read] / 32768;
      right[i] = this.ring[this.read + this.channels - 1] / 32768;
      this.read = (this.read + this.channels) % this.ring.length;
    }
    this.count -= this.channels * frames;
    if (this.count === 0) {
      this.plays = false;
      this.waited = 0;
    }
    return true;
  }
});`;

// Browsers take samples in bursts, and frames come late now and then: so a twenty-fifth of a second lies ready before sound
// begins, which platform/web/audio.c tells the console.
const START = 25;

// What is queued is played by a clock: that of the sound while it can be heard, and the page's while the browser keeps it
// silent, so that a game's sounds pass by whether somebody hears them or not.
const speaker = {
  audio: null, node: null, channels: 2, written: 0, since: 0, clock: "page", paused: false,
  open(rate, channels) {
    this.close();
    if (!window.AudioContext || !window.AudioWorkletNode) return 0;
    try {
      this.audio = new AudioContext({ sampleRate: rate, latencyHint: "interactive" });
    } catch (reason) {
      console.warn("no sound: " + reason);
      return 0;
    }
    const audio = this.audio;
    this.channels = channels;
    this.written = 0;
    audio.onstatechange = () => this.change();
    this.load(audio.audioWorklet).then(() => {
      if (this.audio !== audio) return;
      this.node = new AudioWorkletNode(audio, "oxcart", { numberOfInputs: 0, outputChannelCount: [2], processorOptions: { room: rate, channels, start: Math.floor(rate / START) } });
      this.node.connect(audio.destination);
      this.change();
    }).catch((reason) => console.warn("no sound: " + reason));
    this.change();
    return rate;
  },
  load(worklet) {
    const blob = () => URL.createObjectURL(new Blob([SPEAKER], { type: "text/javascript" }));
    return worklet.addModule("data:text/javascript," + encodeURIComponent(SPEAKER)).catch(() => worklet.addModule(blob()));
  },
  close() {
    if (this.audio !== null) this.audio.close();
    this.audio = this.node = null;
    this.paused = false;
  },
  heard() { return this.node !== null && this.audio.state === "running"; },
  now() { return this.clock === "none" ? 0 : this.clock === "sound" ? this.audio.currentTime : performance.now() / 1000; },
  // Another clock: what is queued stays.
  change() {
    if (this.audio === null) return;
    this.written = this.queued();
    this.clock = this.paused ? "none" : this.heard() ? "sound" : "page";
    this.since = this.now();
  },
  queued() {
    if (this.audio === null) return 0;
    const played = Math.floor((this.now() - this.since) * this.audio.sampleRate);
    if (played < this.written) return this.written - played;
    this.written = 0; // it has run dry: the next frame is played when it comes
    this.since = this.now();
    return 0;
  },
  play(at, count) {
    this.queued();
    this.written += count;
    if (!this.heard()) return;
    const samples = new Int16Array(memory.buffer, at, this.channels * count).slice();
    this.node.port.postMessage(samples, [samples.buffer]);
  },
  pause(paused) {
    if (this.audio === null) return;
    this.paused = paused;
    this.change();
    if (paused) this.rest(); else wake();
  },
  rest() { if (this.audio !== null) this.audio.suspend(); },
};

// Browsers let a page be heard only after its user did something.
function wake() {
  if (speaker.audio !== null && speaker.audio.state === "suspended" && !speaker.paused) speaker.audio.resume().catch(() => {});
}
for (const kind of ["keydown", "pointerdown", "pointerup", "touchend", "click"]) window.addEventListener(kind, wake, true);

// ---- the game ----

const page = {
  ticks, log, present, load, save, rumble, screenshot, keep,
  speaker: (rate, channels) => speaker.open(rate, channels), silence: () => speaker.close(), queued: () => speaker.queued(),
  sound: (at, count) => speaker.play(at, count), pause: (paused) => speaker.pause(paused !== 0),
};

function frame(moment) {
  if (game === null) return;
  clock.frame = moment;
  clock.begun = performance.now();
  readPads();
  let held = fresh | touched;
  for (const button of keys.values()) held |= button;
  fresh = 0;
  writeSenses();
  game.input(held, 0, 0, pointer.x, pointer.y, take("dx"), take("dy"), pointer.id !== null, take("wheel"));
  try {
    if (game.frame()) {
      requestAnimationFrame(frame);
    } else {
      game = null;
      speaker.close();
      element("over").hidden = false;
    }
  } catch (reason) {
    fail("The game stopped: " + reason.message);
    speaker.close();
  }
}
element("again").addEventListener("click", () => location.reload());

function fromBase64(letters) {
  const text = atob(letters);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

async function unpack(id) {
  try {
    const stream = new Blob([fromBase64(element(id).textContent)]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch (reason) {
    throw new Error(`the ${id} in this page is damaged; export it again`);
  }
}

async function start() {
  if (typeof WebAssembly === "undefined" || typeof DecompressionStream === "undefined") {
    fail("This browser is too old for the game: it needs one of 2023 or later.");
    return;
  }
  const [program, cartridge] = await Promise.all([unpack("player"), unpack("cartridge")]);
  const { instance } = await WebAssembly.instantiate(program, { page });
  memory = instance.exports.memory;
  const at = instance.exports.reserve(cartridge.length) >>> 0;
  if (at === 0) {
    fail("There is no memory for the game.");
    return;
  }
  bytesAt(at, cartridge.length).set(cartridge);
  if (!instance.exports.boot()) return; // the log has said why
  game = instance.exports;
  layOut();
  screen_.focus();
  requestAnimationFrame(frame);
}

start().catch((reason) => fail("The game cannot start: " + reason.message));
