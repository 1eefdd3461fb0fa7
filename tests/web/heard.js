// In an exported page whose game makes sound: whether it comes out of the page's speaker.
(async () => {
  const wait = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));
  for (let i = 0; i < 100 && !speaker.heard(); i++) await wait(0.05);
  if (!speaker.heard()) return `heard=nothing ${speaker.audio === null ? "no speaker" : speaker.audio.state}`;
  const analyser = speaker.audio.createAnalyser(), heard = new Float32Array(analyser.fftSize);
  speaker.node.connect(analyser);
  let peak = 0;
  for (let i = 0; i < 100 && peak < 0.05; i++) {
    await wait(0.05);
    analyser.getFloatTimeDomainData(heard);
    for (const sample of heard) peak = Math.max(peak, Math.abs(sample));
  }
  return `heard=${peak >= 0.05 && peak < 1 ? "the game" : peak} at ${speaker.audio.sampleRate}`;
})()
