// picture.js - draws any domain from shapes and tones: places once, paints for every frame.
"use strict";

const STANDS_OUT = ["wrong"];  // tones, by name, that must not be told by colour alone
const PLAIN_TONE = { fill: "#dddddd", ink: "#222222", name: "" };

// The pattern of each tone that has to stand out; all pictures of the page share it.
function hatch(name, tone) {
  return draw("pattern",
              { id: `hatch-${name}`, patternUnits: "userSpaceOnUse", width: 0.22, height: 0.22,
                patternTransform: "rotate(45)" },
              draw("rect", { width: 0.22, height: 0.22, fill: tone.fill }),
              draw("rect", { width: 0.07, height: 0.22, fill: tone.ink, "fill-opacity": 0.3 }));
}

// What each tone character of a run looks like.
function palette(run) {
  const tones = new Map();
  for (const [key, tone] of Object.entries(run.tones)) {
    const loud = STANDS_OUT.includes(tone?.name);
    tones.set(key, { ...PLAIN_TONE, ...tone, loud });
  }
  return (key) => tones.get(key) ?? PLAIN_TONE;
}

// The definitions that the pictures of a run refer to.
function paletteDefs(run) {
  const loud = Object.values(run.tones).filter((tone) => STANDS_OUT.includes(tone?.name));
  return draw("svg", { class: "defs", width: 0, height: 0, "aria-hidden": "true" },
              draw("defs", null, loud.map((tone) => hatch(tone.name, { ...PLAIN_TONE, ...tone }))));
}

// The element of a shape, at its place.
function shapeElement({ kind, x, y, w, h }) {
  if (kind === "rect") return draw("rect", { x, y, width: Math.max(0, w), height: Math.max(0, h) });
  if (kind === "disc") return draw("circle", { cx: x, cy: y, r: Math.max(0, w) / 2 });
  if (kind === "line") return draw("line", { x1: x, y1: y, x2: x + w, y2: y + h });
  const anchor = w > 0 ? "middle" : "start";  // what has no room of its own begins at its place
  return draw("text", { x, y, "text-anchor": anchor, dy: "0.35em" });
}

// Gives an element the look of a tone.
function setTone(element, kind, { name, fill, ink, loud }) {
  element.setAttribute("visibility", name === "none" ? "hidden" : "visible");
  if (kind === "line") {
    element.setAttribute("stroke", fill);
    element.setAttribute("stroke-width", loud ? 0.13 : 0.045);
    element.setAttribute("stroke-dasharray", loud ? "0.2 0.1" : "none");
  } else if (kind === "text") {
    element.setAttribute("fill", ink);
    element.setAttribute("stroke", loud ? fill : "none");  // seen on any ground
  } else {
    element.setAttribute("fill", loud ? `url(#hatch-${name})` : fill);
    element.setAttribute("stroke", "#00000055");
    element.setAttribute("stroke-width", 0.025);
    element.setAttribute("stroke-dasharray", name === "open" ? "0.1 0.06" : "none");
  }
}

// Writes a text as large as its height and its room (0: any) allow.
function setText(element, { w, h }, text) {
  const wide = 0.6 * h * text.length;
  element.textContent = text;
  element.setAttribute("font-size", w > 0 && wide > w ? h * w / wide : h);
  element.setAttribute("stroke-width", 0.14 * h);
}

// A picture with nothing painted yet: {svg, paint(paint)}. Only what changes is touched.
function picture({ width, height, shapes }, toneOf) {
  const elements = shapes.map(shapeElement);
  const svg = draw("svg", { viewBox: `-0.05 -0.05 ${width + 0.1} ${height + 0.1}`, role: "img" },
                   elements);
  let tones = "";
  let texts = [];
  const paint = (now) => {
    let text = 0;
    for (let i = 0; i < shapes.length; i++) {
      const { kind } = shapes[i];
      if (now.tone[i] !== tones[i]) {
        elements[i].dataset.tone = now.tone[i];
        setTone(elements[i], kind, toneOf(now.tone[i]));
      }
      if (kind !== "text") continue;
      if (now.text[text] !== texts[text]) setText(elements[i], shapes[i], now.text[text]);
      text++;
    }
    tones = now.tone;
    texts = now.text;
  };
  return { svg, paint };
}
