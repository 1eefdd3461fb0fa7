// Plays an exported page without a browser, as fast as it goes: takes program and cartridge out of the page, gives the program
// the functions of a page (platform/web/web.h) and prints its log.
//
//     node tests/web/page.js PAGE [--replay FILE] [--keys SCRIPT] [--picture FILE.png] [--saves FILE] [--sound OUT] [--clock RATE]
//
//     --replay FILE  a recording that is played instead of the keys
//     --keys SCRIPT  buttons held from a frame on: "10:A+UP,20:,30:START"
//     --picture FILE what the page shows last must be this; else exit code 1
//     --saves FILE   where saved games are kept; none can be without
//     --sound OUT    keeps the samples that the speaker was handed; there is no speaker without
//     --clock RATE   so many frames are a second; else there is no clock
//
// The end is the cartridge's own (`oxcart export --frames N`). Exit codes: 0 played, 1 refused or stopped, 2 wrong use.
"use strict";

const fs = require("fs");
const zlib = require("zlib");

const BUTTONS = ["UP", "DOWN", "LEFT", "RIGHT", "A", "B", "X", "Y", "L", "R", "START", "SELECT"];
const AT_REPLAY = 256 + 36;

function words(list) {
  const found = {};
  for (let i = 1; i < list.length; i++) {
    if (/^--(replay|keys|picture|saves|sound|clock)$/.test(list[i]) && i + 1 < list.length) found[list[i].slice(2)] = list[++i];
    else return null;
  }
  return list.length === 0 ? null : found;
}

function part(page, id) {
  const found = page.match(new RegExp(`<script[^>]* id="${id}"[^>]*>([^<]*)</script>`));
  if (found === null) throw new Error(`the page has no ${id}`);
  return zlib.inflateSync(Buffer.from(found[1], "base64"));
}

// A recording lies behind the image, and the locator says where.
function withReplay(cartridge, recording) {
  const at = Math.ceil(cartridge.length / 16) * 16;
  const all = Buffer.alloc(at + recording.length);
  cartridge.copy(all);
  recording.copy(all, at);
  all.writeUInt32LE(at, AT_REPLAY);
  all.writeUInt32LE(recording.length, AT_REPLAY + 4);
  return all;
}

function parseKeys(script) {
  return script.split(",").map((change) => {
    const [frame, names] = change.split(":");
    const bits = names === "" ? [] : names.split("+").map((name) => BUTTONS.indexOf(name));
    if (bits.includes(-1)) throw new Error(`no such button in ${change}`);
    return { frame: Number(frame), buttons: bits.reduce((all, bit) => all | 1 << bit, 0) };
  });
}

// A picture of 8 bits a channel or of a palette, not interlaced, as {width, height, at(x, y)}, colours as 0xRRGGBB.
function png(data) {
  const packed = [];
  let head = null, palette = null;
  for (let at = 8; at < data.length; at += 12 + data.readUInt32BE(at)) {
    const kind = data.toString("latin1", at + 4, at + 8), body = data.subarray(at + 8, at + 8 + data.readUInt32BE(at));
    if (kind === "IHDR") head = { width: body.readUInt32BE(0), height: body.readUInt32BE(4), colour: body[9] };
    if (kind === "PLTE") palette = body;
    if (kind === "IDAT") packed.push(body);
  }
  const n = { 2: 3, 3: 1, 6: 4 }[head.colour], stride = head.width * n, raw = zlib.inflateSync(Buffer.concat(packed));
  const rows = Buffer.alloc(stride * head.height);
  for (let y = 0; y < head.height; y++) {
    for (let i = 0; i < stride; i++) {
      const a = i >= n ? rows[y * stride + i - n] : 0, b = y > 0 ? rows[(y - 1) * stride + i] : 0, c = i >= n && y > 0 ? rows[(y - 1) * stride + i - n] : 0;
      const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
      const guess = [0, a, b, (a + b) >> 1, pa <= pb && pa <= pc ? a : pb <= pc ? b : c][raw[y * (stride + 1)]];
      rows[y * stride + i] = raw[y * (stride + 1) + 1 + i] + guess;
    }
  }
  const from = head.colour === 3 ? (at) => palette.readUIntBE(3 * rows[at], 3) : (at) => rows.readUIntBE(at, 3);
  return { width: head.width, height: head.height, at: (x, y) => from(y * stride + x * n) };
}

function isPicture(rgba, size, picture) {
  if (size.width !== picture.width || size.height !== picture.height) {
    console.log(`the page shows ${size.width}x${size.height}, the picture is ${picture.width}x${picture.height}`);
    return false;
  }
  for (let i = 0; i < size.width * size.height; i++) {
    const x = i % size.width, y = Math.floor(i / size.width), there = rgba.readUIntBE(4 * i, 3);
    if (there === picture.at(x, y) && rgba[4 * i + 3] === 255) continue;
    console.log(`pixel ${x}, ${y} is ${there.toString(16)} instead of ${picture.at(x, y).toString(16)}`);
    return false;
  }
  return true;
}

async function play(file, options) {
  const page = fs.readFileSync(file, "utf8");
  let cartridge = part(page, "cartridge");
  if (options.replay) cartridge = withReplay(cartridge, fs.readFileSync(options.replay));
  const keys = options.keys ? parseKeys(options.keys) : [];
  const samples = [];
  let speakerChannels = 0, memory = null, shown = null, failed = false, frame = 0;
  const bytes = (at, size) => Buffer.from(memory.buffer, at, size);
  const functions = {
    ticks: () => (options.clock ? BigInt(1 + Math.floor(frame * 1000000 / options.clock)) : 0n),
    log: (level, at, size) => {
      if (level === 0) failed = true;
      console.log(["error: ", "warning: ", ""][level] + bytes(at, size).toString("utf8"));
    },
    present: (at, width, height) => { shown = { at, width, height }; },
    load: (at, most) => {
      if (!options.saves) return -1;
      if (!fs.existsSync(options.saves)) return 0;
      return fs.readFileSync(options.saves).subarray(0, most).copy(bytes(at, most));
    },
    save: (at, size) => { fs.writeFileSync(options.saves, bytes(at, size)); return 1; },
    rumble: () => 0, screenshot: () => 0, keep: () => 0, speaker: (rate, channels) => { speakerChannels = channels; return options.sound ? rate : 0; }, silence: () => {}, queued: () => 0,
    sound: (at, count) => samples.push(Buffer.from(bytes(at, 2 * speakerChannels * count))), pause: () => {},
  };
  const { instance } = await WebAssembly.instantiate(part(page, "player"), { page: functions });
  const game = instance.exports;
  memory = game.memory;
  const at = game.reserve(cartridge.length);
  cartridge.copy(bytes(at, cartridge.length));
  if (!game.boot()) return 1;
  let more = true;
  for (; more; frame++) {
    let held = 0;
    for (const change of keys) if (change.frame <= frame) held = change.buttons;
    game.input(held, 0, 0, 0, 0, 0, 0, 0, 0);
    more = game.frame() !== 0;
  }
  if (options.picture && !isPicture(bytes(shown.at, shown.width * shown.height * 4), shown, png(fs.readFileSync(options.picture)))) failed = true;
  if (options.sound) fs.writeFileSync(options.sound, Buffer.concat(samples));
  console.log(`memory=${memory.buffer.byteLength}`);
  return failed ? 1 : 0;
}

const list = process.argv.slice(2), options = words(list);
if (options === null) {
  console.error("use: node tests/web/page.js PAGE [--replay FILE] [--keys SCRIPT] [--picture FILE.png] [--saves FILE] [--sound OUT] [--clock RATE]");
  process.exit(2);
}
play(list[0], options).then((code) => { process.exitCode = code; }, (reason) => {
  console.log("stopped: " + reason.message);
  process.exitCode = 1;
});
