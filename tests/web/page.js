// Plays an exported page without a browser, as fast as it goes: takes program and cartridge out of the page, gives the program
// the functions of a page (platform/web/web.h) and prints its log.
//
//     node tests/web/page.js PAGE [--replay FILE] [--keys SCRIPT] [--shot OUT.ppm] [--saves FILE]
//
//     --replay FILE  a recording that is played instead of the keys
//     --keys SCRIPT  buttons held from a frame on: "10:A+UP,20:,30:START"
//     --shot OUT     the last picture, as the page shows it
//     --saves FILE   where saved games are kept; none can be without
//     --clock        time goes on by a sixtieth of a second each frame; else there is no clock
//
// The end is the cartridge's own (`oxcart export --frames N`). Exit codes: 0 played, 1 refused or stopped, 2 wrong use.
"use strict";

const fs = require("fs");
const zlib = require("zlib");

const BUTTONS = ["UP", "DOWN", "LEFT", "RIGHT", "A", "B", "X", "Y", "L", "R", "START", "SELECT"];
const AT_REPLAY = 256 + 36;

function words(list) {
  const found = { clock: false };
  for (let i = 1; i < list.length; i++) {
    if (list[i] === "--clock") found.clock = true;
    else if (/^--(replay|keys|shot|saves)$/.test(list[i]) && i + 1 < list.length) found[list[i].slice(2)] = list[++i];
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

async function play(file, options) {
  const page = fs.readFileSync(file, "utf8");
  let cartridge = part(page, "cartridge");
  if (options.replay) cartridge = withReplay(cartridge, fs.readFileSync(options.replay));
  const keys = options.keys ? parseKeys(options.keys) : [];
  let memory = null, shown = null, failed = false, frame = 0;
  const bytes = (at, size) => Buffer.from(memory.buffer, at, size);
  const functions = {
    ticks: () => (options.clock ? BigInt(1 + Math.floor(frame * 1000000 / 60)) : 0n),
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
    rumble: () => 0, screenshot: () => 0, keep: () => 0, speaker: () => 0, wanted: () => 0, sound: () => {},
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
  if (options.shot) {
    const rgba = bytes(shown.at, shown.width * shown.height * 4);
    fs.writeFileSync(options.shot, Buffer.concat([Buffer.from(`P6\n${shown.width} ${shown.height}\n255\n`), rgba.filter((_, i) => i % 4 !== 3)]));
  }
  console.log(`memory=${memory.buffer.byteLength}`);
  return failed ? 1 : 0;
}

const list = process.argv.slice(2), options = words(list);
if (options === null) {
  console.error("use: node tests/web/page.js PAGE [--replay FILE] [--keys SCRIPT] [--shot OUT.ppm] [--saves FILE] [--clock]");
  process.exit(2);
}
play(list[0], options).then((code) => { process.exitCode = code; }, (reason) => {
  console.log("stopped: " + reason.message);
  process.exitCode = 1;
});
