// tables.js - the overview and the tables: who is best in each column.
"use strict";

const GROUPS = [
  { who: "basin", name: "basin" },
  { who: "paper-method", name: "the paper’s method, run here" },
  { who: "paper", name: "the paper" },
  { who: "baseline", name: "baselines of the paper" },
];
const MARKS = { ahead: "▲", level: "=", behind: "▼", unclaimed: "·" };

// The rows of a table that belong to any of these.
function rowsOf(table, ...whos) {
  return table.rows.filter((row) => whos.includes(row.who));
}

// Is a better than b in this column?
function beats(table, column, a, b) {
  return table.better[column] === "low" ? a < b : a > b;
}

// The rows that rest on runs enough to be called the best.
function counting(rows) {
  return rows.filter((row) => !row.few);
}

// The row that is best in a column, or null; a column without a direction has none.
function bestRow(table, column, rows) {
  let best = null;
  for (const row of rows)
    if (isNumber(row.cells[column]) && table.better[column] &&
        (!best || beats(table, column, row.cells[column], best.cells[column]))) best = row;
  return best;
}

// Where basin stands in a column beside all that the paper prints; null when one side is missing.
function standing(table, column) {
  const any = bestRow(table, column, rowsOf(table, "basin"));
  const ours = bestRow(table, column, counting(rowsOf(table, "basin")));
  const theirs = bestRow(table, column, rowsOf(table, "paper", "baseline"));
  if (!any || !theirs) return null;
  if (!ours) return "unclaimed";
  if (ours.cells[column] === theirs.cells[column]) return "level";
  return beats(table, column, ours.cells[column], theirs.cells[column]) ? "ahead" : "behind";
}

// How many decimals a whole column is written with: all of its numbers are to stand in line.
function columnDecimals(values) {
  const numbers = values.filter(isNumber);
  const most = Math.max(0, ...numbers.map(decimalsOf));
  const [least, greatest] = extent(numbers.filter((value) => value !== 0).map(Math.abs)) ?? [1, 1];
  return most > 4 || least < 0.01 || (most > 0 && greatest > 1000 * least) ? null : most;
}

// The text of a cell.
function cellText(value, decimals) {
  if (!isNumber(value)) return "–";
  return decimals === null ? plain(value) : fixed(value, decimals);
}

// The room behind a value, with a star for the best, also for those who do not see it.
function star(best) {
  if (!best) return make("span", { class: "star" });
  return [make("span", { class: "star", "aria-hidden": "true" }, "★"),
          make("span", { class: "unseen" }, " best")];
}

// ------------------------------------------------------------------------------ overview ----

// The first column that somebody can be best in: where basin was measured, if anywhere.
function mainColumn(table) {
  const ranked = table.better.findIndex((better, column) => better && standing(table, column));
  return ranked >= 0 ? ranked : table.better.findIndex((better) => better);
}

// One value of the overview: a row's cell, and under it what the row is called.
function overviewValue(row, column, best, name) {
  if (!row) return make("td", { "data-name": name, class: "none" }, "–");
  const value = row.cells[column];
  const label = row.label === name || row.label === "basin" ? null : make("small", null, row.label);
  return make("td", { "data-name": name, class: best ? "best" : null, "data-value": value },
              plain(value), star(best), label);
}

// The marks of a table, one for each column, and what they say in words.
function overviewMarks(table) {
  const all = table.columns.map((name, column) => [name, standing(table, column)]);
  const known = all.filter(([, mark]) => mark);
  if (!known.length) return make("td", { class: "marks" }, make("small", null, "not ranked"));
  const number = (wanted) => known.filter(([, mark]) => mark === wanted).length;
  const [behind, ahead, unclaimed] = ["behind", "ahead", "unclaimed"].map(number);
  const word = unclaimed ? `not claimed: ${unclaimed} of ${known.length}`
    : behind ? `behind in ${behind} of ${known.length}`
    : ahead ? `ahead in ${ahead} of ${known.length}` : "level";
  const marks = known.map(([name, mark]) =>
    make("span", { class: mark, title: `${name}: ${mark}` }, MARKS[mark]));
  return make("td", { class: "marks" }, make("span", { "aria-hidden": "true" }, marks),
              make("small", null, word));
}

// The best row of those that count; where none does, the best of all.
function mostTelling(table, column, who) {
  const rows = rowsOf(table, who);
  return bestRow(table, column, counting(rows)) ?? bestRow(table, column, rows);
}

// One line of the overview.
function overviewRow(table) {
  const column = mainColumn(table);
  const printed = bestRow(table, column, rowsOf(table, "paper", "baseline"));
  const method = mostTelling(table, column, "paper-method");
  const ours = mostTelling(table, column, "basin");
  const top = bestRow(table, column, counting([printed, method, ours].filter((row) => row)));
  const isBest = (row) =>
    row !== null && !row.few && row.cells[column] === top.cells[column];
  const title = make("a", { href: `#table-${table.number}` }, make("b", null, table.number),
                     make("span", null, table.title));
  return make("tr", { "data-table": table.number },
              make("th", { scope: "row" }, title,
                   make("small", null, column < 0 ? "nothing to rank" : table.columns[column])),
              overviewValue(printed, column, isBest(printed), "the paper"),
              overviewValue(method, column, isBest(method), "its method here"),
              overviewValue(ours, column, isBest(ours), "basin"),
              overviewMarks(table));
}

// The overview of all tables.
function showOverview(place, tables) {
  const heads = ["Table", "the paper", "its method here", "basin", "basin is"];
  place.append(make("table", { class: "overview" },
                    make("thead", null,
                         make("tr", null, heads.map((text) => make("th", { scope: "col" }, text)))),
                    make("tbody", null, tables.map(overviewRow))));
}

// -------------------------------------------------------------------------------- tables ----

// What stands behind a value: how far it can be trusted, or else its spread, and its runs.
function restText(row, column) {
  const [low, high, spread] = [row.low, row.high, row.spread].map((list) => list?.[column]);
  const runs = row.runs?.[column];
  const short = (number) => plain(Number(number.toPrecision(4)));
  const range = isNumber(low) && isNumber(high) ? ` [${short(low)}, ${short(high)}]`
    : isNumber(spread) ? ` ± ${plain(spread)}` : "";
  if (!runs) return range;
  return `${range}${range ? ", " : " "}${runs} ${runs === 1 ? "run" : "runs"}`;
}

// One cell: value, interval or spread, runs, and a star for the best.
function tableCell(row, column, shape) {
  const value = row.cells[column];
  const best = isNumber(value) && !row.few && value === shape.best[column];
  return make("td", { class: best ? "best" : null, "data-value": isNumber(value) ? value : null },
              cellText(value, shape.decimals[column]), star(best),
              shape.rest[column]
                ? make("small", { class: "spread", style: `width: ${shape.rest[column]}ch` },
                       restText(row, column))
                : null);
}

// All rows of one group, under its name.
function tableGroup(group, table, shape) {
  const rows = rowsOf(table, group.who);
  if (!rows.length) return null;
  const head = make("tr", { class: "group" },
                    make("th", { colspan: table.columns.length + 1, scope: "rowgroup" },
                         make("span", null, group.name)));
  const lines = rows.map((row) =>
    make("tr", null, make("th", { scope: "row" }, row.label),
         table.columns.map((_, column) => tableCell(row, column, shape))));
  return make("tbody", { class: group.who }, head, lines);
}

// What the best, the decimals and the room behind the values are in each column.
function tableShape(table) {
  const values = (column) => table.rows.map((row) => row.cells[column]);
  return {
    best: table.columns.map((_, column) =>
      bestRow(table, column, counting(table.rows))?.cells[column]),
    rest: table.columns.map((_, column) =>
      Math.max(...table.rows.map((row) => restText(row, column).length), 0)),
    decimals: table.columns.map((_, column) => columnDecimals(values(column))),
  };
}

// The head of a column, and which way is better.
function columnHead(table, column) {
  const better = table.better[column];
  const word = { high: "higher is better", low: "lower is better" }[better];
  return make("th", { scope: "col" }, table.columns[column],
              better ? make("small", { title: word }, better === "low" ? "↓ lower" : "↑ higher")
                : null);
}

// How the measured rows were made.
function tableNotes(table) {
  const rows = table.rows.filter((row) => row.settings || row.instances || isNumber(row.seconds));
  if (!rows.length) return null;
  const notes = rows.map((row) => [
    make("dt", null, row.label),
    make("dd", null, row.settings ? make("p", null, row.settings) : null,
         row.instances ? make("p", null, row.instances) : null,
         isNumber(row.seconds) ? make("p", null, `${duration(row.seconds)} in all`) : null)]);
  return make("details", null, make("summary", null, "Settings and instances"),
              make("dl", null, notes));
}

// One table with its title, its scrolling frame and its notes.
function tableArticle(table) {
  const shape = tableShape(table);
  const title = `table-${table.number}-title`;
  const heads = table.columns.map((_, column) => columnHead(table, column));
  return make("article", { id: `table-${table.number}`, "aria-labelledby": title, class: "table" },
              make("h3", { id: title }, make("b", null, `Table ${table.number}`), " ", table.title),
              table.about ? make("p", { class: "about" }, table.about) : null,
              make("div",
                   { class: "scroll", tabindex: "0", role: "region", "aria-labelledby": title },
                   make("table", null,
                        make("thead", null, make("tr", null, make("td", null), heads)),
                        GROUPS.map((group) => tableGroup(group, table, shape)))),
              tableNotes(table));
}

// All tables.
function showTables(place, tables) {
  place.append(...tables.map(tableArticle));
}
