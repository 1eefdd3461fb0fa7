// The search of every page: rows of search.js whose words all occur; names that begin with what was written come first.
"use strict";

const input = document.getElementById("search"), list = document.getElementById("found");
let chosen = 0;

function weight(row, words) {
  const name = row[0].toLowerCase(), about = row[3].toLowerCase();
  let sum = 0;
  for (const word of words) {
    const at = name.indexOf(word);
    if (at < 0 && !about.includes(word)) return 0;
    sum += at < 0 ? 1 : name === word ? 100 : at === 0 ? 30 : /[^a-z0-9]/.test(name[at - 1]) ? 20 : 10;
  }
  return sum + (row[1] === "text" ? 3 : row[1] === "function" ? 2 : row[1] === "constant" ? 0 : 1) - name.length / 100;
}

function found(text) {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return [];
  return ROWS.map((row) => [weight(row, words), row]).filter((pair) => pair[0] > 0).sort((a, b) => b[0] - a[0]).slice(0, 40).map((pair) => pair[1]);
}

function show() {
  list.replaceChildren(...found(input.value).map((row, i) => {
    const item = document.createElement("li"), link = document.createElement("a"), kind = document.createElement("small"), about = document.createElement("span");
    link.href = row[2];
    link.textContent = row[0];
    kind.textContent = row[1];
    about.textContent = row[3];
    item.className = i === chosen ? "chosen" : "";
    item.append(link, kind, about);
    return item;
  }));
}

input.addEventListener("input", () => { chosen = 0; show(); });
input.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) chosen = Math.max(0, Math.min(list.children.length - 1, chosen + step));
  if (step) { show(); event.preventDefault(); }
  if (event.key === "Enter" && list.children[chosen]) { location.href = list.children[chosen].querySelector("a").href; list.replaceChildren(); }
  if (event.key === "Escape") { input.value = ""; show(); }
});
list.addEventListener("click", () => list.replaceChildren());
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== input) { input.focus(); event.preventDefault(); }
});
