// In an exported page of 240x160 pixels: what pointer, wheel and pads come to.
(() => {
  const box = screen_.getBoundingClientRect(), per = box.width / 240, wrong = [];
  const is = (name, value, wanted) => { if (JSON.stringify(value) !== JSON.stringify(wanted)) wrong.push(`${name} ${JSON.stringify(value)}`); };
  const move = (kind, x, y) => screen_.dispatchEvent(new PointerEvent(kind, { clientX: box.left + (x + 0.5) * per, clientY: box.top + (y + 0.5) * per, pointerId: 1, button: 0 }));
  screen_.setPointerCapture = () => {};
  move("pointermove", 100, 50);
  is("place", [pointer.x, pointer.y], [100, 50]);
  [pointer.dx, pointer.dy] = [0, 0];
  move("pointermove", 110, 47);
  is("way", [take("dx"), take("dy")], [10, -3]);
  move("pointerdown", 20, 30);
  is("held", [pointer.id, pointer.x, pointer.y, take("dx"), take("dy")], [1, 20, 30, 0, 0]);
  move("pointermove", 500, -9);
  is("outside", [pointer.x, pointer.y], [239, 0]);
  move("pointerup", 20, 30);
  is("let go", pointer.id, null);
  screen_.dispatchEvent(new WheelEvent("wheel", { deltaY: -150, cancelable: true }));
  is("wheel", [take("wheel"), take("wheel")], [1, 0]);
  screen_.dispatchEvent(new WheelEvent("wheel", { deltaY: -50, cancelable: true }));
  is("rest of the wheel", take("wheel"), 1);
  const pad = (pressed, axes) => ({ connected: true, axes, buttons: Array.from({ length: 17 }, (_, i) => ({ pressed: pressed.includes(i) })) });
  navigator.getGamepads = () => [null, pad([0, 12], [0.1, 0.1]), pad([9, 16], [-1, 0.5])];
  const read = readPads();
  is("pads", read, { buttons: BUTTON.A | BUTTON.UP | BUTTON.START, x: -32767, y: -16383 });
  navigator.getGamepads = () => [];
  is("no pads", readPads(), { buttons: 0, x: 0, y: 0 });
  is("directions", [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1], [0, 0]].map(([x, y]) => {
    const at = element("pad").getBoundingClientRect();
    return direction({ clientX: at.left + at.width / 2 + 50 * x, clientY: at.top + at.height / 2 + 50 * y });
  }), [8, 10, 2, 6, 4, 5, 1, 9, 0]);
  return `devices=${wrong.length === 0 ? "well" : wrong.join("; ")}`;
})()
