// page.js - reads the document that is inside the page, and shows all of it.
"use strict";

// How the page was made, in a few words each.
function showMade(place, { made, tables }) {
  const { machine, date, version, seconds } = made;
  const measured = tables.length > 0;  // mode and time are those of measuring tables
  const mode = measured ? made.mode : null;
  const time = measured && isNumber(seconds) ? duration(seconds) : null;
  for (const [name, value] of Object.entries({ mode, machine, date, version, time }))
    if ((value ?? "") !== "")
      place.append(make("div", null, make("dt", null, name), make("dd", null, String(value))));
}

// A line "Table 13: ..." leads to that table.
function behindLine(text) {
  const number = /^Table (\d+)/.exec(text)?.[1];
  return make("li", null, number ? make("a", { href: `#table-${number}` }, text) : text);
}

// What can be claimed comes first, and right after it where basin is not ahead.
function showVerdict(place, { claim, behind, tables }) {
  place.className = behind.length ? "is-behind" : "is-ahead";
  place.hidden = !tables.length;
  place.append(make("h2", null, claim));
  if (behind.length)
    place.append(make("p", null, `Where basin is not ahead, and what else limits the comparison: ` +
                                 `${count(behind.length, "line")}`),
                 make("ul", null, behind.map(behindLine)));
}

const AT_WORK = "basin at work";
const AT_WORK_LEAD = "Energies that were learned from the smallest parts of problems, drawn over " +
  "whole ones, and the runs of particles that follow them. Nothing is compared on this page: " +
  "“basin paper --quick” measures the tables of the paper too.";

// A page without tables is not about the paper's figures, but about what can be seen.
function showOpening({ tables, figures, runs }) {
  if (tables.length) return;
  document.title = AT_WORK;
  document.querySelector("h1").textContent = AT_WORK;
  document.querySelector(".lead").textContent =
    figures.length || runs.length ? AT_WORK_LEAD : "There is nothing in this report.";
}

// Parts of the page that have nothing in them are left out.
function hideEmpty({ tables, figures, runs }) {
  const parts = { overview: tables, tables, watch: runs, figures };
  for (const [id, list] of Object.entries(parts)) byId(id).hidden = !list.length;
  document.querySelector(".skip").href = tables.length ? "#overview" : "#watch";
}

// A link of the navigation: a short name, and a longer one where there is room.
function navLink(id, short, long) {
  return make("a", { href: `#${encodeURIComponent(id)}`, title: long ? `${short} ${long}` : null },
              make("b", null, short), long ? make("span", null, long) : null);
}

// The navigation, in the order of the page.
function showNav(place, { tables, figures, runs }) {
  const numbers = (links) => make("div", { class: "numbers" }, links);
  const ranked = tables.map(({ number, title }) =>
    navLink(`table-${number}`, String(number), title));
  const drawn = figures.map(({ id, title }) => navLink(`figure-${id}`, id, title));
  if (tables.length) place.append(navLink("overview", "Overview"));
  if (runs.length) place.append(navLink("watch", "Watch"));
  if (tables.length) place.append(navLink("tables", "Tables"), numbers(ranked));
  if (figures.length) place.append(navLink("figures", "Figures"), numbers(drawn));
}

// The link of the part that is being read is marked.
function followReader(nav) {
  const links = new Map([...nav.querySelectorAll("a")].map((link) =>
    [decodeURIComponent(link.hash.slice(1)), link]));
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries)
      links.get(target.id)?.classList.toggle("here", isIntersecting);
  }, { rootMargin: "-20% 0px -60% 0px" });
  for (const id of links.keys()) if (byId(id)) seen.observe(byId(id));
}

// On paper, details are open and the player shows its end.
function followPrinter(player) {
  const opened = new Set();
  const print = (printing) => {
    player?.print(printing);
    const closed = document.querySelectorAll("details:not([open])");
    if (printing) closed.forEach((details) => opened.add(details));
    for (const details of opened) details.open = printing;
    if (!printing) opened.clear();
  };
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));
  matchMedia("print").addEventListener("change", (event) => print(event.matches));
}

// Shows the document.
function main() {
  const data = JSON.parse(byId("document").textContent);
  showMade(byId("made"), data);
  showOpening(data);
  hideEmpty(data);
  showVerdict(byId("verdict"), data);
  showNav(byId("nav"), data);
  showOverview(byId("overview-body"), data.tables);
  showTables(byId("tables-body"), data.tables);
  showFigures(byId("figures-body"), data.figures);
  followPrinter(showPlayer(byId("player"), data.runs));
  followReader(byId("nav"));
  if (location.hash) byId(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

main();
