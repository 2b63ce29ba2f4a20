// player.js - plays a recorded run: all particles side by side, one of them large, energies below.
"use strict";

const SPEEDS = [1, 2, 5, 10, 20, 40];  // frames a second
const PLAY_SECONDS = 12;               // about how long a run is to last, unless a speed is chosen
const CHART_HEIGHT = 190;
const EXPLAINED = /^(none|light|dark|block|ink|muted|open|queen|class .*)$/;  // tones without a key

const still = matchMedia("(prefers-reduced-motion: reduce)");

// ------------------------------------------------------------------------ what was recorded ----

// How many particles the frames of a run show.
function particlesOf(run) {
  return run.frames[0]?.paint.length ?? 0;
}

// The particle of the frame before that particle p of frame f continues; null when it is not known.
function parentOf(run, f, p) {
  const parent = run.frames[f].parent?.[p] ?? p;
  return parent >= 0 && parent < particlesOf(run) ? parent : null;
}

// "from 3" where a frame was resampled: whom a particle continues, counted from 1.
function parentText(run, f, p) {
  if (!run.frames[f].parent) return "";
  const parent = parentOf(run, f, p);
  if (parent === null) return "from another";
  return parent === p ? "kept" : `from ${parent + 1}`;
}

// What the verifier says of a particle.
function verdictText(violated) {
  if (!isNumber(violated)) return "";
  return violated === 0 ? "✓ valid" : `${violated} broken`;
}

// One sentence about a particle, for those who do not see it.
function particleText(run, f, p) {
  const { energy, violated } = run.frames[f];
  const parts = [`particle ${p + 1}`, parentText(run, f, p)];
  if (isNumber(energy[p])) parts.push(`energy ${plain(energy[p])}`);
  if (violated[p] === 0) parts.push("valid");
  else if (isNumber(violated[p])) parts.push(`${count(violated[p], "constraint")} broken`);
  return parts.filter((part) => part).join(", ");
}

// The particle to look at first: the one that won, or that ends best.
function winnerOf(run) {
  if (Number.isInteger(run.winner) && run.winner < particlesOf(run)) return run.winner;
  const last = run.frames.at(-1);
  const score = (p) => [last.violated[p] ?? Infinity, last.energy[p] ?? Infinity];
  let best = 0;
  for (let p = 1; p < particlesOf(run); p++) {
    const [a, b] = [score(p), score(best)];
    if (a[0] < b[0] || (a[0] === b[0] && a[1] < b[1])) best = p;
  }
  return best;
}

// Who a particle of frame f was in each frame up to then.
function ancestors(run, f, p) {
  const line = new Array(f + 1).fill(null);
  for (let at = f, who = p; at >= 0 && who !== null; at--) {
    line[at] = who;
    who = parentOf(run, at, who);
  }
  return line;
}

// ---------------------------------------------------------------------------------- charts ----

// Every particle's values over time; a branch begins where its parent was.
function branches(run, values, p, point) {
  const points = [];
  for (let f = 0; f < run.frames.length; f++) {
    const parent = f > 0 ? parentOf(run, f, p) : p;
    if (parent !== p) points.push(null);
    if (parent !== p && parent !== null) points.push(point(f - 1, values[f - 1][parent]));
    points.push(point(f, values[f][p]));
  }
  return pathThrough(points);
}

// A chart of one number of all particles: {element, show(frame, chosen)}; clicks call seek(frame).
function timeline(run, name, values, seek) {
  const place = make("div", { class: "chart", "data-chart": name });
  let update = () => {};
  let last = [0, 0];
  drawToWidth(place, (width) => {
    const chart = timelineChart(run, name, values, width, seek);
    update = chart.show;
    update(...last);
    return chart.svg;
  });
  return { element: place, show: (...now) => update(...(last = now)) };
}

// The same at one width.
function timelineChart(run, name, values, width, seek) {
  const frame = { left: 52, right: width - 10, top: 30, bottom: CHART_HEIGHT - 40 };
  const steps = run.frames.map(({ step }) => step);
  const x = scaleOf(steps, [frame.left, frame.right], { room: width < 480 ? 5 : 9, whole: true });
  const [first, end] = extent(steps);
  const wide = (frame.right - frame.left) / Math.max(1, end - first);  // pixels of a step
  x.at = (step) => frame.left + (step - first) * wide;
  x.ticks = x.ticks.filter((tick) => tick >= first && tick <= end);
  const y = scaleOf(values.flat(), [frame.bottom, frame.top],
                    { room: 4, bent: isUneven(values.flat()),
                      whole: values.flat().every((value) => Number.isInteger(value)) });
  const point = (f, value) => isNumber(value) ? [x.at(steps[f]), y.at(value)] : null;
  const lines = particleIndices(run).map((p) =>
    draw("path", { class: "line", d: branches(run, values, p, point) }));
  const lineage = draw("path", { class: "lineage" });
  const cursor = draw("line", { class: "cursor", y1: frame.top, y2: frame.bottom });
  const dots = particleIndices(run).map(() => draw("circle", { class: "dot", r: 2.5 }));
  const svg = draw("svg",
                   { class: "plot timeline", viewBox: `0 0 ${width} ${CHART_HEIGHT}`, width,
                     height: CHART_HEIGHT,
                            role: "img", "aria-label": `${name} of all particles over time` },
                   axes(frame, x, y, { x: "step", y: name }), lines, lineage, cursor, dots);
  const show = (f, chosen) => {
    const at = x.at(steps[f]);
    fill(cursor, { x1: at, x2: at, "data-frame": f }, []);
    const line = ancestors(run, f, chosen);
    fill(lineage, { d: pathThrough(line.map((p, k) => point(k, values[k][p]))) }, []);
    dots.forEach((dot, p) => moveDot(dot, point(f, values[f][p]), p === chosen));
  };
  seekOnDrag(svg, (px) => seek(nearest(steps, (px - frame.left) / wide + first)));
  return { svg, show };
}

// Puts a dot where a particle is now; hides it where nothing is known.
function moveDot(dot, at, chosen) {
  dot.classList.toggle("chosen", chosen);
  dot.setAttribute("visibility", at ? "visible" : "hidden");
  if (at) fill(dot, { cx: at[0], cy: at[1], r: chosen ? 4.5 : 2.5 }, []);
}

// 0, 1, ... one for each particle.
function particleIndices(run) {
  return [...Array(particlesOf(run)).keys()];
}

// The frame whose step is nearest.
function nearest(steps, wanted) {
  const away = (f) => Math.abs(steps[f] - wanted);
  return steps.reduce((best, _, f) => away(f) < away(best) ? f : best, 0);
}

// Calls go(x) while a pointer is held down on a chart.
function seekOnDrag(svg, go) {
  const at = (event) => event.clientX - svg.getBoundingClientRect().left;
  svg.addEventListener("pointerdown", (event) => {
    svg.setPointerCapture(event.pointerId);
    go(at(event));
  });
  svg.addEventListener("pointermove", (event) => {
    if (event.buttons) go(at(event));
  });
}

// --------------------------------------------------------------------------------- the flock ----

// One small picture: a button that makes it the large one.
function card(run, p, toneOf, choose) {
  const small = picture(run.picture, toneOf);
  small.svg.setAttribute("aria-hidden", "true");
  const from = make("span", { class: "from" });
  const verdict = make("span", { class: "verdict" });
  const element = make("button",
                       { type: "button", class: "card", "data-particle": p,
                         onclick: () => choose(p) },
                       make("span", { class: "card-top" }, make("b", null, p + 1), from),
                       small.svg, verdict);
  const show = (f, chosen) => {
    const violated = run.frames[f].violated[p];
    const born = parentOf(run, f, p) !== p;
    small.paint(run.frames[f].paint[p]);
    from.textContent = parentText(run, f, p);
    verdict.textContent = verdictText(violated);
    element.classList.toggle("valid", violated === 0);
    element.classList.toggle("born", born);
    element.setAttribute("aria-pressed", String(p === chosen));
    element.setAttribute("aria-label", particleText(run, f, p));
    if (born && !still.matches)
      element.animate([{ boxShadow: "0 0 0 5px var(--mark)" },
                       { boxShadow: "0 0 0 0 transparent" }], 500);
  };
  return { element, show };
}

// Lines from each parent to those who continue it elsewhere.
function linkPaths(run, f, cards) {
  const middle = ({ element }) => [element.offsetLeft + element.offsetWidth / 2,
                                   element.offsetTop + element.offsetHeight / 2];
  return particleIndices(run).map((p) => [p, parentOf(run, f, p)])
    .filter(([p, parent]) => parent !== null && parent !== p)
    .map(([p, parent]) => {
      const [[ax, ay], [bx, by]] = [middle(cards[parent]), middle(cards[p])];
      const [cx, cy] = [(ax + bx) / 2 - (by - ay) / 5, (ay + by) / 2 + (bx - ax) / 5];
      return draw("path", { d: `M${ax} ${ay}Q${cx} ${cy} ${bx} ${by}`, "marker-end": "url(#arrow)",
                            "data-from": parent, "data-to": p });
    });
}

// The arrow at the end of each link.
function arrow() {
  return draw("defs", null,
              draw("marker", { id: "arrow", viewBox: "0 0 10 10", refX: 8, refY: 5,
                               markerWidth: 7, markerHeight: 7, orient: "auto" },
                   draw("path", { d: "M0 0L10 5L0 10Z" })));
}

// All small pictures, and over them the links of the frame that was resampled last.
function flock(run, toneOf, choose) {
  const cards = particleIndices(run).map((p) => card(run, p, toneOf, choose));
  const links = draw("g");
  const layer = draw("svg", { class: "links", "aria-hidden": "true" }, arrow(), links);
  const element = make("div",
                       { class: cards.length > 8 ? "flock many" : "flock", role: "group",
                         "aria-label": "particles" },
                       cards.map((one) => one.element), layer);
  const show = (f, chosen) => {
    for (const one of cards) one.show(f, chosen);
    const paths = linkPaths(run, f, cards);
    layer.classList.toggle("fading", !paths.length);
    if (paths.length || still.matches) links.replaceChildren(...paths);
  };
  return { element, show };
}

// The chosen particle, large.
function portrait(run, toneOf) {
  const large = picture(run.picture, toneOf);
  const caption = make("figcaption");
  const show = (f, chosen) => {
    const { energy, violated } = run.frames[f];
    large.paint(run.frames[f].paint[chosen]);
    large.svg.setAttribute("aria-label", particleText(run, f, chosen));
    caption.replaceChildren(make("b", null, `Particle ${chosen + 1}`),
                            make("span", null, isNumber(energy[chosen])
                                 ? `energy ${plain(energy[chosen])}` : ""),
                            make("span", { class: "verdict" }, verdictText(violated[chosen])),
                            make("span", { class: "from" }, parentText(run, f, chosen)));
  };
  return { element: make("figure", { class: "portrait" }, large.svg, caption), show };
}

// The meaning of those tones that do not explain themselves.
function toneKey(run) {
  const named = Object.values(run.tones).filter((tone) => tone?.name && !EXPLAINED.test(tone.name));
  if (!named.length) return null;
  return make("ul", { class: "key" }, named.map((tone) => {
    const fill = STANDS_OUT.includes(tone.name) ? `url(#hatch-${tone.name})` : tone.fill;
    return make("li", null, draw("svg", { viewBox: "0 0 1 1", "aria-hidden": "true" },
                                 draw("rect", { width: 1, height: 1, fill })), tone.name);
  }));
}

// --------------------------------------------------------------------------------- controls ----

// A button with a drawn sign.
function signButton(id, label, path, onclick) {
  return make("button",
              { id, type: "button", class: "sign", "aria-label": label, title: label, onclick },
              draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
                   draw("path", { d: path })));
}

const SIGNS = { play: "M7 4L20 12L7 20Z", pause: "M6 4H10V20H6ZM14 4H18V20H14Z",
                back: "M18 5V19L9 12ZM6 5H8.5V19H6Z",
                forward: "M6 5V19L15 12ZM15.5 5H18V19H15.5Z" };

// Everything that is pressed and slid.
function controls(player) {
  const play = signButton("play", "Play", SIGNS.play, () => player.toggle());
  const back = signButton("back", "One frame back", SIGNS.back, () => player.step(-1));
  const forward = signButton("forward", "One frame on", SIGNS.forward, () => player.step(1));
  const slider = make("input",
                      { id: "slider", type: "range", min: 0, step: 1, value: 0,
                        "aria-label": "Frame",
                                 oninput: () => player.seek(Number(slider.value)) });
  const speed = make("select",
                     { id: "speed", "aria-label": "Frames a second",
                       onchange: () => player.setSpeed(Number(speed.value)) },
                     SPEEDS.map((fps) => make("option", { value: fps }, `${fps} / s`)));
  const readout = make("output", { id: "readout" });
  const element = make("div", { class: "controls" },
                       make("div", { class: "buttons" }, back, play, forward),
                       slider, speed, readout);
  return { element, play, back, forward, slider, speed, readout };
}

// What the readout says of a frame.
function frameText(run, f) {
  const { step, seconds, noise } = run.frames[f];
  const parts = [`step ${plain(step)}`, `frame ${f + 1} of ${run.frames.length}`];
  if (isNumber(seconds)) parts.push(duration(seconds));
  if (isNumber(noise)) parts.push(`noise s² ${plain(Number(noise.toPrecision(3)))}`);
  return parts.join(" · ");
}

// Frames a second at which a run lasts about as long as others.
function usualSpeed(run) {
  return SPEEDS.find((fps) => fps * PLAY_SECONDS >= run.frames.length) ?? SPEEDS.at(-1);
}

// What is known of a run as a whole.
function runFacts(run) {
  const facts = ["domain", "instance", "method", "sampler", "model_energy", "seed", "particles"];
  const known = facts.filter((key) => (run[key] ?? null) !== null);
  return make("dl", { class: "facts" }, known.map((key) =>
    make("div", null, make("dt", null, key.replace("_", " ")), make("dd", null, String(run[key])))));
}

// -------------------------------------------------------------------------------- the player ----

// The player of all runs: its state is the run, the frame, the chosen particle and the timer.
class Player {
  constructor(place, runs) {
    this.runs = runs;
    this.controls = controls(this);
    this.body = make("div", { class: "player-body" });
    this.facts = make("div");
    this.run = make("select", { id: "run", onchange: () => this.open(Number(this.run.value)) },
                    runs.map((run, r) => make("option", { value: r }, run.name)));
    this.element = make("div",
                        { class: "player", role: "group", "aria-label": "Player of recorded runs",
                          tabindex: "0",
                                 onkeydown: (event) => this.press(event) },
                        make("div", { class: "player-head" }, make("label", { for: "run" }, "Run"),
                             this.run), this.facts, this.body);
    place.append(this.element, make("p", { class: "hint keys" },
      "Click a small picture to enlarge it, and the charts to go there. " +
      "Keys: space plays, ← and → step, Home and End."));
    this.open(0);
  }

  // Shows another run from its beginning.
  open(r) {
    this.pause();
    this.now = this.runs[r];
    this.frame = 0;
    this.parts = [];
    const empty = !particlesOf(this.now);
    this.facts.replaceChildren(runFacts(this.now));
    if (empty) {
      const word = make("p", { class: "empty" }, "Nothing was recorded in this run.");
      return this.body.replaceChildren(word);
    }
    this.chosen = winnerOf(this.now);
    this.controls.slider.max = this.now.frames.length - 1;
    this.setSpeed(this.askedSpeed ?? usualSpeed(this.now), true);
    this.build();
    this.show();
  }

  // Makes all parts of a run that has frames.
  build() {
    const run = this.now;
    const toneOf = palette(run);
    const seek = (frame) => this.seek(frame);
    const large = portrait(run, toneOf);
    const small = flock(run, toneOf, (p) => this.choose(p));
    const charts = [["energy", run.frames.map(({ energy }) => energy)],
                    ["constraints broken", run.frames.map(({ violated }) => violated)]]
      .filter(([, values]) => extent(values.flat())).map(([name, values]) =>
        timeline(run, name, values, seek));
    this.parts = [large, small, ...charts];
    this.body.replaceChildren(paletteDefs(run),
                              make("div", { class: "stage" }, large.element, this.controls.element,
                                   small.element, toneKey(run)),
                              make("div", { class: "charts" },
                                   charts.map((chart) => chart.element)));
  }

  // Shows the current frame everywhere.
  show() {
    const { slider, readout } = this.controls;
    const text = frameText(this.now, this.frame);
    slider.value = this.frame;
    slider.setAttribute("aria-valuetext", text);
    readout.textContent = text;
    for (const part of this.parts) part.show(this.frame, this.chosen);
  }

  // Goes to a frame, as far as there are frames.
  seek(frame) {
    if (!this.parts.length) return;
    this.frame = Math.max(0, Math.min(this.now.frames.length - 1, frame));
    this.show();
  }

  step(by) {
    this.pause();
    this.seek(this.frame + by);
  }

  choose(particle) {
    this.chosen = particle;
    this.show();
  }

  toggle() {
    if (this.timer) this.pause();
    else this.play();
  }

  // Plays to the end; from the beginning when it is there already.
  play() {
    if (!this.parts.length) return;
    if (this.frame === this.now.frames.length - 1) this.seek(0);
    this.setSign("Pause", SIGNS.pause);
    this.timer = setInterval(() => {
      this.seek(this.frame + 1);
      if (this.frame === this.now.frames.length - 1) this.pause();
    }, 1000 / this.speed);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.setSign("Play", SIGNS.play);
  }

  setSign(label, path) {
    const { play } = this.controls;
    play.setAttribute("aria-label", label);
    play.title = label;
    play.querySelector("path").setAttribute("d", path);
  }

  // Frames a second; a speed that somebody chose stays for other runs.
  setSpeed(fps, byItself) {
    const playing = Boolean(this.timer);
    if (!byItself) this.askedSpeed = fps;
    this.speed = fps;
    this.controls.speed.value = fps;
    if (playing) {
      this.pause();
      this.play();
    }
  }

  // Keys, wherever in the player they are pressed, unless they mean something there.
  press(event) {
    const { tagName } = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || tagName === "SELECT") return;
    if (event.key === " " && tagName === "BUTTON") return;
    const act = { " ": () => this.toggle(), ArrowLeft: () => this.step(-1),
                  ArrowRight: () => this.step(1),
                  Home: () => this.step(-Infinity), End: () => this.step(Infinity) }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  // On paper the last frame stands; afterwards all is as before.
  print(printing) {
    if (printing && this.before === undefined) {
      this.before = this.frame;
      this.step(Infinity);
    } else if (!printing && this.before !== undefined) {
      this.seek(this.before);
      this.before = undefined;
    }
  }
}

// The player, where there is something to play.
function showPlayer(place, runs) {
  return runs.length ? new Player(place, runs) : null;
}
