// plot.js - figures: pictures as they come, and line plots drawn here.
"use strict";

const DASHES = [null, "7 4", "2 3", "9 3 2 3", "4 2"];
const MARKERS = [
  (r) => `M${-r} 0A${r} ${r} 0 1 0 ${r} 0A${r} ${r} 0 1 0 ${-r} 0Z`,
  (r) => `M${-r} ${-r}H${r}V${r}H${-r}Z`,
  (r) => `M0 ${-1.3 * r}L${1.3 * r} 0L0 ${1.3 * r}L${-1.3 * r} 0Z`,
  (r) => `M0 ${-1.2 * r}L${1.2 * r} ${r}H${-1.2 * r}Z`,
  (r) => `M0 ${1.2 * r}L${1.2 * r} ${-r}H${-1.2 * r}Z`,
];
const LABEL_WIDTH = 560;  // narrower plots have no room for labels beside their lines
const LINE = 15;          // from one label to the next
const FEW_PANELS = 6;     // that are shown larger
const WIDE_PICTURE = 800; // its letters would be too small on a phone: it is moved sideways there

// -------------------------------------------------------------------------------- scales ----

// The ends of a linear axis: from 0 where that is near, round numbers otherwise.
function linearEnds([low, high], whole) {
  const from = low > 0 && low < 0.6 * high ? 0 : low;
  const to = high < 0 && high > 0.6 * low ? 0 : high;
  if (from === to) return [whole && from >= 0 ? 0 : from - 1, to + 1];
  const step = niceStep(to - from, 5, whole);
  return [Math.floor(from / step) * step, Math.ceil(to / step) * step];
}

// 1, 2 or 5 times a power of ten, so that about `wanted` steps make the span; whole ones for counts.
function niceStep(span, wanted, whole) {
  const rough = span / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((times) => times * power >= rough * 0.999);
  return whole ? Math.max(1, step) : step;
}

// Do most values lie near 0, and some far away?
function isUneven(values) {
  const sizes = values.filter(isNumber).map(Math.abs).sort((a, b) => a - b);
  return sizes.length > 0 && sizes.at(-1) > 50 * sizes[sizes.length >> 1];
}

// Powers of ten on both sides of 0, for an axis that is bent there.
function bentTicks([low, high]) {
  const ticks = [0];
  for (let p = 10; p <= Math.max(-low, high); p *= 10) {
    if (p <= high) ticks.push(p);
    if (-p >= low) ticks.unshift(-p);
  }
  const skip = Math.ceil(ticks.length / 6);
  return ticks.filter((tick) => tick === 0 || Math.round(Math.log10(Math.abs(tick))) % skip === 0);
}

// The numbers that an axis names.
function ticksOf([low, high], { log, bent, known, room, whole }) {
  if (bent) return bentTicks([low, high]);
  if (known.length <= room && known.length > 1 && log) return known;
  const ticks = [];
  if (log) {
    const last = Math.log10(high) + 1e-9;
    for (let p = Math.ceil(Math.log10(low) - 1e-9); p <= last; p++) ticks.push(10 ** p);
    return ticks.length > 1 ? ticks : [low, high];
  }
  const step = niceStep(high - low, room, whole);
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++)
    ticks.push(Number((i * step).toPrecision(12)));
  return ticks;
}

// From values to pixels. A log scale needs values above 0 and is linear otherwise; one that is bent
// is linear near 0 and logarithmic far away on both sides.
function scaleOf(values, [from, to], { log: wantsLog, bent, room, whole }) {
  const known = [...new Set(values.filter(isNumber))].sort((a, b) => a - b);
  const ends = extent(known) ?? [0, 1];
  const log = Boolean(wantsLog) && ends[0] > 0;
  const domain = log ? (ends[0] === ends[1] ? [ends[0] / 2, ends[1] * 2] : ends)
    : linearEnds(ends, whole);
  const bend = log ? Math.log : bent ? Math.asinh : (value) => value;
  const stretch = (to - from) / (bend(domain[1]) - bend(domain[0]));
  const at = (value) => from + (bend(value) - bend(domain[0])) * stretch;
  return { at, domain, ticks: ticksOf(domain, { log, bent, known, room, whole }) };
}

// ---------------------------------------------------------------------------------- axes ----

// Lines, numbers and names of both axes within a frame {left, right, top, bottom}.
function axes(frame, x, y, names) {
  const parts = y.ticks.map((tick) =>
    draw("g", { class: "tick" },
         draw("line", { x1: frame.left, x2: frame.right, y1: y.at(tick), y2: y.at(tick) }),
         draw("text", { x: frame.left - 7, y: y.at(tick), dy: "0.32em", "text-anchor": "end" },
              plain(tick))));
  parts.push(...x.ticks.map((tick) =>
    draw("g", { class: "tick" },
         draw("line", { x1: x.at(tick), x2: x.at(tick), y1: frame.bottom, y2: frame.bottom + 4 }),
         draw("text", { x: x.at(tick), y: frame.bottom + 17, "text-anchor": "middle" },
              plain(tick)))));
  parts.push(draw("line",
                  { class: "axis", x1: frame.left, x2: frame.right, y1: frame.bottom,
                    y2: frame.bottom }),
             draw("text",
                  { class: "axis-name", x: frame.right, y: frame.bottom + 34,
                    "text-anchor": "end" }, names.x),
             draw("text", { class: "axis-name", x: 0, y: frame.top - 10 }, names.y));
  return draw("g", { class: "axes" }, parts);
}

// A path through points of pixels; null is a gap.
function pathThrough(points) {
  let pen = "M";
  let path = "";
  for (const point of points) {
    if (point) path += `${pen}${point[0].toFixed(1)} ${point[1].toFixed(1)}`;
    pen = point ? "L" : "M";
  }
  return path;
}

// -------------------------------------------------------------------------------- series ----

// Colour says who, dash and marker say which of theirs.
function styled(series) {
  const seen = {};
  return series.map((one) => {
    const who = GROUPS.some((group) => group.who === one.who) ? one.who : "baseline";
    const index = seen[who] = (seen[who] ?? -1) + 1;
    return { ...one, who, dash: DASHES[index % DASHES.length],
             marker: MARKERS[index % MARKERS.length] };
  });
}

// Moves labels apart, so that none covers another.
function spreadLabels(labels, top, bottom) {
  labels.sort((a, b) => a.y - b.y);
  let free = top;
  for (const label of labels) free = (label.y = Math.max(label.y, free)) + LINE;
  free = bottom;
  for (const label of [...labels].reverse()) free = (label.y = Math.min(label.y, free)) - LINE;
  return labels;
}

// One line with its markers.
function seriesLine(one, x, y) {
  const points = one.points.map(([a, b]) => isNumber(a) && isNumber(b) ? [x.at(a), y.at(b)] : null);
  const marks = points.filter((point) => point).map(([px, py]) =>
    draw("path",
         { class: "marker", d: one.marker(3.6),
           transform: `translate(${px.toFixed(1)} ${py.toFixed(1)})` }));
  return draw("g", { class: `series ${one.who}` },
              draw("path", { class: "line", d: pathThrough(points), "stroke-dasharray": one.dash }),
              marks);
}

// The names of lines at their ends.
function endLabels(series, x, y, frame) {
  const labels = [];
  for (const one of series) {
    const last = one.points.filter(([a, b]) => isNumber(a) && isNumber(b)).at(-1);
    if (last) labels.push({ text: one.label, who: one.who, y: y.at(last[1]) });
  }
  return spreadLabels(labels, frame.top, frame.bottom).map((label) =>
    draw("text", { class: `end ${label.who}`, x: frame.right + 12, y: label.y, dy: "0.32em" },
         label.text));
}

// The legend under a plot.
function legend(series) {
  return make("ul", { class: "legend" }, series.map((one) =>
    make("li", null,
         draw("svg", { viewBox: "0 0 34 12", class: `series ${one.who}`, "aria-hidden": "true" },
              draw("path", { class: "line", d: "M1 6H33", "stroke-dasharray": one.dash }),
              draw("path", { class: "marker", d: one.marker(3.6), transform: "translate(17 6)" })),
         one.label)));
}

// A line plot as wide as its place.
function linePlot(plot, series, width, title) {
  const longest = Math.max(0, ...series.map((one) => one.label.length));
  const labelled = width >= LABEL_WIDTH && series.length <= 16;
  const right = labelled ? Math.min(0.4 * width, 24 + 7.2 * longest) : 14;
  const frame = { left: 46, right: width - right, top: 34,
                  bottom: Math.round(Math.min(400, 120 + 0.42 * width)) };
  const all = series.flatMap((one) => one.points.filter(([a, b]) => isNumber(a) && isNumber(b)));
  const x = scaleOf(all.map(([a]) => a), [frame.left + 8, frame.right - 8],
                    { log: plot.log_x, room: width < 480 ? 7 : 10 });
  const y = scaleOf(all.map(([, b]) => b), [frame.bottom, frame.top], { log: plot.log_y, room: 5 });
  const height = frame.bottom + 42;
  return draw("svg",
              { class: "plot", viewBox: `0 0 ${width} ${height}`, width, height, role: "img",
                "aria-label": title },
              axes(frame, x, y, plot), series.map((one) => seriesLine(one, x, y)),
              labelled ? endLabels(series, x, y, frame) : null);
}

// ------------------------------------------------------------------------------- figures ----

// Draws again whenever the place has another width.
function drawToWidth(place, drawing) {
  let drawn = 0;
  const redraw = () => {
    const width = Math.floor(place.clientWidth);
    if (!width || width === drawn) return;
    drawn = width;
    place.replaceChildren(drawing(width));
  };
  new ResizeObserver(redraw).observe(place);
  redraw();
}

// A picture is shown as an image: whatever is in it cannot run, load, or mix with the page.
function panel({ label, svg }) {
  const named = /^[^>]*\sxmlns=/.test(svg.slice(svg.indexOf("<svg"))) ? svg
    : svg.replace("<svg", `<svg xmlns="${SVG}"`);
  const image = make("img", {
    src: `data:image/svg+xml,${encodeURIComponent(named.toWellFormed?.() ?? named)}`, alt: label,
    onerror: () =>
      image.replaceWith(make("p", { class: "empty" }, "This picture cannot be shown.")) });
  const [, width] = /viewBox="0 0 ([\d.]+) /.exec(svg) ?? [];
  const frame = make("div", { class: Number(width) > WIDE_PICTURE ? "frame wide" : "frame",
                              tabindex: Number(width) > WIDE_PICTURE ? "0" : null }, image);
  return make("figure", { class: "panel" }, frame, make("figcaption", null, label));
}

// One figure: panels, or a plot.
function figureArticle(figure) {
  const title = `figure-${figure.id}-title`;
  const article = make("article",
                       { id: `figure-${figure.id}`, "aria-labelledby": title, class: "figure" },
                       make("h3", { id: title }, make("b", null, `Figure ${figure.id}`), " ",
                            figure.title));
  if (figure.panels) {
    const few = figure.panels.length <= FEW_PANELS;
    article.append(make("div", { class: few ? "panels few" : "panels" }, figure.panels.map(panel)));
  } else {
    const series = styled(figure.plot.series);
    const place = make("div", { class: "plot-place" });
    article.append(place, legend(series));
    article.ready = () =>
      drawToWidth(place, (width) => linePlot(figure.plot, series, width, figure.title));
  }
  if (figure.caption) article.append(make("p", { class: "caption" }, figure.caption));
  return article;
}

// All figures.
function showFigures(place, figures) {
  for (const article of figures.map(figureArticle)) {
    place.append(article);
    article.ready?.();
  }
}
