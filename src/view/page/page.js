// page.js - reads the document that is inside the page, and shows all of it.
"use strict";

// How the page was made, in a few words each.
function showMade(place, made) {
  const { mode, machine, date, version, seconds } = made;
  const time = isNumber(seconds) ? duration(seconds) : null;
  for (const [name, value] of Object.entries({ mode, machine, date, version, time }))
    if ((value ?? "") !== "")
      place.append(make("div", null, make("dt", null, name), make("dd", null, String(value))));
}

// A line "Table 13: ..." leads to that table.
function behindLine(text) {
  const number = /^Table (\d+)/.exec(text)?.[1];
  return make("li", null, number ? make("a", { href: `#table-${number}` }, text) : text);
}

// Where basin is not ahead comes first.
function showVerdict(place, { behind, tables }) {
  const measured = tables.filter((table) => rowsOf(table, "basin").length).length;
  place.className = behind.length ? "is-behind" : measured ? "is-ahead" : "is-empty";
  if (behind.length)
    place.append(make("h2", null, `Where basin is not ahead: ${count(behind.length, "place")}`),
                 make("ul", null, behind.map(behindLine)));
  else if (measured)
    place.append(make("h2", null, "basin is ahead everywhere"),
                 make("p", null, `in all ${count(measured, "table")} measured here.`));
  else place.append(make("h2", null, "Nothing was measured"),
                    make("p", null, "There is no row of basin in this report."));
}

// A link of the navigation: a short name, and a longer one where there is room.
function navLink(id, short, long) {
  return make("a", { href: `#${encodeURIComponent(id)}`, title: long ? `${short} ${long}` : null },
              make("b", null, short), long ? make("span", null, long) : null);
}

// The navigation, in the order of the page.
function showNav(place, { tables, figures }) {
  place.append(navLink("overview", "Overview"), navLink("watch", "Watch"),
               navLink("tables", "Tables"),
               make("div", { class: "numbers" },
                    tables.map(({ number, title }) =>
                      navLink(`table-${number}`, String(number), title))),
               navLink("figures", "Figures"),
               make("div", { class: "numbers" },
                    figures.map(({ id, title }) => navLink(`figure-${id}`, id, title))));
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
  showMade(byId("made"), data.made);
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
