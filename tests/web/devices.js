// In an exported page of 240x160 pixels: what pointer, wheel and pads come to.
(() => {
  const wrong = [];
  // Where the page shows the picture's pixel; the pad of the page, shown or hidden, moves the picture.
  const at = (x, y) => {
    const box = screen_.getBoundingClientRect(), per = box.width / 240;
    return { clientX: box.left + (x + 0.5) * per, clientY: box.top + (y + 0.5) * per };
  };
  const is = (name, value, wanted) => { if (JSON.stringify(value) !== JSON.stringify(wanted)) wrong.push(`${name} ${JSON.stringify(value)}`); };
  const move = (kind, x, y) => screen_.dispatchEvent(new PointerEvent(kind, { ...at(x, y), pointerType: "mouse", pointerId: 1, button: 0 }));
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
  // Each pad goes to the program in its place, with both sticks and the triggers, and hides the pad of the page.
  const pad = (pressed, axes, pulled) => ({ connected: true, axes, buttons: Array.from({ length: 17 }, (_, i) => ({ pressed: pressed.includes(i), value: i === 7 ? pulled : 0 })) });
  const real = game, told = [];
  const senses = () => Array.from(new Int16Array(memory.buffer, real.senses() >>> 0, SENSES.ALL));
  game = { senses: real.senses, pad: (place, abilities, buttons, x, y) => { if (abilities >= 0) told.push([place, abilities, buttons, x, y, ...senses().slice(0, 4)]); } };
  element("touch").hidden = false;
  navigator.getGamepads = () => [null, pad([0, 12], [0.02, 0.02, 0.5, -1], 0.5), pad([9, 16], [-1, 0.5], 0)];
  readPads();
  is("pads", told, [[1, 7, BUTTON.A | BUTTON.UP, 0, 0, 16384, 32767, 0, 128], [2, 5, BUTTON.START, -32767, -16383, 0, 0, 0, 0]]);
  is("pad of the page", element("touch").hidden, true);
  told.length = 0;
  navigator.getGamepads = () => [];
  readPads();
  is("no pads", told, []);
  // Keys, characters and fingers.
  const press = (kind, key, code) => window.dispatchEvent(new KeyboardEvent(kind, { key, code }));
  press("keydown", "c", "KeyC");
  press("keydown", "7", "Digit7");
  press("keyup", "7", "Digit7");
  const touch = (kind, id, x, y) => screen_.dispatchEvent(new PointerEvent(kind, { pointerType: "touch", pointerId: id, ...at(x, y) }));
  touch("pointerdown", 71, 10, 20);
  touch("pointerdown", 72, 100, 50);
  touch("pointermove", 71, 12, 20);
  touch("pointerup", 72, 100, 50);
  writeSenses();
  is("keys", senses().slice(8, 14), [55, 1 << 3, 0, 1 << (34 & 15), 0, 0]);
  is("fingers", senses().slice(14, 20), [1, 12, 20, 2, 100, 50]);
  writeSenses();
  is("later", senses().slice(8, 20), [0, 1 << 3, 0, 0, 0, 0, 1, 12, 20, 0, 0, 0]);
  press("keyup", "c", "KeyC");
  touch("pointercancel", 71, 12, 20);
  writeSenses();
  is("cancelled", senses().slice(7, 17), [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  game = real;
  // The pad's size and side.
  const width = () => Math.round(element("right").getBoundingClientRect().width);
  element("touch").hidden = false;
  setHand(1, false);
  const usual = width(), side = element("left").getBoundingClientRect().left;
  setHand(2, true);
  is("size", width() > usual * 1.2, true);
  is("left-handed", element("left").getBoundingClientRect().left > side + 40, true);
  setHand(1, false);
  is("directions", [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1], [0, 0]].map(([x, y]) => {
    const ring = element("pad").getBoundingClientRect();
    return direction({ clientX: ring.left + ring.width / 2 + 50 * x, clientY: ring.top + ring.height / 2 + 50 * y });
  }), [8, 10, 2, 6, 4, 5, 1, 9, 0]);
  return `devices=${wrong.length === 0 ? "well" : wrong.join("; ")}`;
})()
