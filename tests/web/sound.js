// In an exported page: half a second of a tone through the page's speaker, as the program hands samples over; then a pause. Tells
// whether the rate, the loudness, the amount and what is queued are right.
(async () => {
  const RATE = 32000, AHEAD = 2000, LOUD = 10000, SECONDS = 0.5;
  const wait = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));
  const rate = speaker.open(RATE, 2);
  for (let i = 0; i < 50 && !speaker.heard(); i++) await wait(0.05);
  if (!speaker.heard()) return `sound=silent ${speaker.audio.state}`;
  const analyser = speaker.audio.createAnalyser(), heard = new Float32Array(analyser.fftSize);
  speaker.node.connect(analyser);
  const at = memory.buffer.byteLength - 8 * AHEAD;
  const begun = speaker.audio.currentTime;
  let phase = 0, peak = 0;
  while (speaker.audio.currentTime - begun < SECONDS) {
    const count = Math.max(0, AHEAD - speaker.queued());
    const samples = new Int16Array(memory.buffer, at, 2 * count);
    for (let i = 0; i < count; i++) samples[2 * i] = samples[2 * i + 1] = LOUD * Math.sin(phase++ * 2 * Math.PI * 440 / RATE);
    if (count > 0) speaker.play(at, count);
    analyser.getFloatTimeDomainData(heard);
    for (const sample of heard) peak = Math.max(peak, Math.abs(sample));
    await wait(0.01);
  }
  speaker.play(at, AHEAD);
  speaker.pause(true);
  const before = speaker.queued();
  await wait(0.1);
  const stands = before > 0 && speaker.queued() === before;
  speaker.pause(false);
  await wait(0.4);
  const empty = speaker.queued() === 0;
  const amount = phase / (SECONDS * RATE + AHEAD);
  speaker.close();
  const well = rate === RATE && Math.abs(peak * 32768 - LOUD) < 100 && amount > 0.5 && amount < 1.25 && stands && empty;
  return `sound=${well ? "well" : JSON.stringify({ rate, peak, amount, stands, empty })}`;
})()
