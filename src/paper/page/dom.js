// dom.js - making elements, and writing numbers.
"use strict";

const SVG = document.querySelector("svg").namespaceURI;  // the page has one in its first line

// Adds attributes and children; a null child is left out, a text is never read as markup.
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {}))
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if ((value ?? false) !== false)
      element.setAttribute(name, value === true ? "" : value);
  element.append(...children.flat(Infinity).filter((child) => (child ?? null) !== null));
  return element;
}

// An HTML element.
function make(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

// An SVG element.
function draw(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

// The element of the page with this id.
function byId(id) {
  return document.getElementById(id);
}

// Is this a number that can be shown and compared?
function isNumber(value) {
  return typeof value === "number" && Number.isFinite(value);
}

// A number with a given number of decimals, and groups of three digits from 10,000 on.
function fixed(value, decimals) {
  const text = value.toFixed(decimals).replace("-", "−");
  if (Math.abs(value) < 10000) return text;
  return text.replace(/\d(?=(\d{3})+(\.|$))/g, "$&,");
}

// How many decimals a number needs when five digits are enough.
function decimalsOf(value) {
  const text = String(Number(value.toPrecision(5)));
  if (text.includes("e")) return Math.max(0, 4 - Math.floor(Math.log10(Math.abs(value))));
  return (text.split(".")[1] ?? "").length;
}

// A number by itself.
function plain(value) {
  return isNumber(value) ? fixed(value, decimalsOf(value)) : "–";
}

// Seconds as people say them.
function duration(seconds) {
  if (!isNumber(seconds)) return "–";
  if (seconds < 0.1) return `${plain(Number((1000 * seconds).toPrecision(3)))} ms`;
  if (seconds < 120) return `${plain(Number(seconds.toPrecision(3)))} s`;
  if (seconds < 7200) return `${plain(Number((seconds / 60).toPrecision(3)))} min`;
  return `${plain(Number((seconds / 3600).toPrecision(3)))} h`;
}

// "1 constraint", "3 constraints".
function count(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

// A group of values between its least and its greatest; null when there is none.
function extent(values) {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values)
    if (isNumber(value)) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  return low <= high ? [low, high] : null;
}
