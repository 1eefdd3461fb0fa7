// Runs the unit tests as a WebAssembly program: `node tests/web/unit.js build/web/unit.wasm [NAME...]`. The page of the port
// (platform/web/web.h) is played here: it keeps saved games, remembers the picture, and has a clock and a
// speaker whose queue only a pause empties.
"use strict";

process.removeAllListeners("warning"); // node says each time that WASI is an experiment

const fs = require("fs");
const { WASI } = require("wasi");

async function run(file, names) {
  const wasi = new WASI({ version: "preview1", args: ["unit", ...names], returnOnExit: true });
  let memory = null, queued = 0, shown = null, kept = Buffer.alloc(0);
  const bytes = (at, size) => Buffer.from(memory.buffer, at, size);
  const page = {
    ticks: () => process.hrtime.bigint() / 1000n,
    log: (level, at, size) => console.log("# " + bytes(at, size).toString("utf8")),
    present: (at, width, height) => { shown = { width, height, pixels: Buffer.from(bytes(at, width * height * 4)) }; },
    shown: (x, y) => (x < shown.width && y < shown.height ? shown.pixels.readUInt32LE(4 * (y * shown.width + x)) : 0),
    load: (at, most) => kept.copy(bytes(at, most)),
    save: (at, size) => { kept = Buffer.from(bytes(at, size)); return 1; },
    rumble: () => 0, screenshot: () => 1, keep: () => 1, speaker: (rate) => { queued = 0; return rate; }, silence: () => { queued = 0; }, queued: () => queued, sound: (at, count) => { queued += count; },
    pause: (paused) => { if (paused === 0) queued = 0; },
  };
  const { instance } = await WebAssembly.instantiate(fs.readFileSync(file), { wasi_snapshot_preview1: wasi.wasiImport, page });
  memory = instance.exports.memory;
  return wasi.start(instance);
}

const [file, ...names] = process.argv.slice(2);
run(file, names).then((code) => { process.exitCode = code; }, (reason) => {
  console.log("stopped: " + (reason.stack || reason));
  process.exitCode = 3;
});
