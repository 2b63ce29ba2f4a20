"""report_page.py - opens the report in a browser, uses it, and compares it with its document.

    report_page.py BASIN FOLDER [SHOTS]

A test is a line "ok report-NAME" or "not ok report-NAME reason". With a third argument, pictures of
the page are left in that folder.
"""
import copy
import math
import os
import re
import sys
import time
import traceback

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

import report_document
from browser import Browser, page_of

OURS, PRINTED = ("basin",), ("paper", "baseline")


def equal(got, expected, what):
    assert got == expected, "%s is %.200r, not %.200r" % (what, got, expected)


# ------------------------------------------------------------------------- the still parts ----

def check_first_lines(browser, document):
    lines = browser.run("return [...document.querySelectorAll('#verdict li')]"
                        ".map(e => e.innerText)")
    equal(lines, document["behind"], "the list of where basin is not ahead")
    equal(browser.run("return document.querySelector('#verdict h2').textContent"),
          document["claim"], "the first sentence")
    made = browser.run("return document.querySelector('#made').innerText")
    for key in ("mode", "machine", "date", "version"):
        assert document["made"][key] in made, "%s is not shown" % key
    top = browser.run("return document.querySelector('#verdict').getBoundingClientRect().top")
    assert top < 600, "the verdict begins at %d pixels" % top


def number_of(text):
    return float(text.replace(",", "").replace("−", "-"))


def best_rows(table, column, whos=None, few=False):
    """Indices of the rows that are best in a column, by our own reading of the document; rows of
    few runs are never the best, unless they are asked for."""
    if not table["better"][column]:
        return []
    values = [(r["cells"][column], i) for i, r in enumerate(table["rows"])
              if r["cells"][column] is not None and (whos is None or r["who"] in whos) and
              (few or not r.get("few"))]
    if not values:
        return []
    best = (max if table["better"][column] == "high" else min)(values)[0]
    return [i for value, i in values if value == best]


TABLES = """
return [...document.querySelectorAll('article.table')].map(article => ({
  title: article.querySelector('h3').textContent,
  columns: [...article.querySelectorAll('thead th')].map(e => e.firstChild.textContent),
  groups: [...article.querySelectorAll('tbody')].map(body => ({
    who: body.className,
    rows: [...body.querySelectorAll('tr:not(.group)')].map(row => ({
      label: row.querySelector('th').textContent,
      cells: [...row.querySelectorAll('td')].map(cell => ({
        text: cell.firstChild.textContent, best: cell.classList.contains('best'),
        star: cell.querySelector('.star').textContent,
        spread: cell.querySelector('.spread')?.textContent ?? ''}))}))})),
  notes: article.querySelector('details')?.textContent ?? ''}))
"""


def rest_of(row, column):
    """What stands behind a value: the interval, or else the spread, and the number of runs."""
    low, high, spread, runs = ((row.get(key) or [None] * (column + 1))[column]
                               for key in ("low", "high", "spread", "runs"))
    parts = ["[%g, %g]" % (low, high) if low is not None else
             "± %g" % spread if spread is not None else "",
             "%d run%s" % (runs, "" if runs == 1 else "s") if runs else ""]
    return ", ".join(part for part in parts if part)


def check_cell(cell, value, where):
    if value is None:
        equal(cell["text"], "–", where)
        return
    shown = number_of(cell["text"])
    decimals = len((cell["text"].split(".") + [""])[1])
    assert abs(shown - value) <= 0.5000001 * 10 ** -decimals, "%s: %r shown as %s" % (
        where, value, cell["text"])
    assert value == 0 or abs(shown - value) < 1e-4 * abs(value), "%s lost digits" % where


def check_tables(browser, document):
    shown = browser.run(TABLES)
    equal(len(shown), len(document["tables"]), "the number of tables")
    for table, seen in zip(document["tables"], shown):
        where = "table %d" % table["number"]
        equal(seen["title"], "Table %d %s" % (table["number"], table["title"]), "title")
        equal(seen["columns"], table["columns"], where + ": columns")
        order = [who for who in ("basin", "paper-method", "paper", "baseline")
                 if any(r["who"] == who for r in table["rows"])]
        equal([g["who"] for g in seen["groups"]], order, where + ": groups")
        for group in seen["groups"]:
            rows = [(i, r) for i, r in enumerate(table["rows"]) if r["who"] == group["who"]]
            equal([r["label"] for r in group["rows"]], [r["label"] for _, r in rows], where)
            for line, (index, r) in zip(group["rows"], rows):
                for column, cell in enumerate(line["cells"]):
                    at = "%s, %s, column %d" % (where, r["label"], column + 1)
                    check_cell(cell, r["cells"][column], at)
                    equal(cell["spread"].strip(), rest_of(r, column), at + ": behind the value")
                    best = index in best_rows(table, column)
                    equal((cell["best"], cell["star"]), (best, "★" if best else ""),
                          at + ": best")
        for r in table["rows"]:
            for key in ("settings", "instances"):
                assert r.get(key, "") in seen["notes"], "%s: no %s" % (where, key)


OVERVIEW = """
return [...document.querySelectorAll('.overview tbody tr')].map(row => ({
  number: Number(row.dataset.table),
  values: [...row.querySelectorAll('td[data-name]')].map(e =>
    [e.firstChild.textContent, e.classList.contains('best')]),
  marks: [...row.querySelectorAll('.marks span span')].map(e => e.textContent).join('')}))
"""


def standing(table, column):
    ours, theirs = best_rows(table, column, OURS), best_rows(table, column, PRINTED)
    if not best_rows(table, column, OURS, few=True) or not theirs:
        return ""
    if not ours:
        return "·"
    a, b = (table["rows"][rows[0]]["cells"][column] for rows in (ours, theirs))
    return "=" if a == b else "▲" if (a > b) == (table["better"][column] == "high") else "▼"


def check_overview(browser, document):
    seen = browser.run(OVERVIEW)
    equal([s["number"] for s in seen], [t["number"] for t in document["tables"]], "overview")
    for table, line in zip(document["tables"], seen):
        where = "overview of table %d" % table["number"]
        marks = [standing(table, c) for c in range(len(table["columns"]))]
        equal(line["marks"], "".join(marks), where)
        ranked = [c for c, m in enumerate(marks) if m] or \
                 [c for c, b in enumerate(table["better"]) if b]
        if not ranked:
            equal(line["values"], [["–", False]] * 3, where)
            continue
        column, top = ranked[0], best_rows(table, ranked[0])
        for whos, (text, best) in zip((PRINTED, ("paper-method",), OURS), line["values"]):
            rows = best_rows(table, column, whos) or best_rows(table, column, whos, few=True)
            value = table["rows"][rows[0]]["cells"][column] if rows else None
            check_cell({"text": text}, value, where)
            equal(best, bool(rows) and rows[0] in top, where + ": best")


PLOT = """
const article = document.getElementById(arguments[0]);
const place = e => { const m = e.transform.baseVal.consolidate().matrix; return [m.e, m.f]; };
const at = (e, name) => Number(e.getAttribute(name));
return {
  series: [...article.querySelectorAll('.plot .series')].map(g =>
    [...g.querySelectorAll('.marker')].map(place)),
  x: [...article.querySelectorAll('.tick text[text-anchor=middle]')].map(e =>
    [e.textContent, at(e, 'x')]),
  y: [...article.querySelectorAll('.tick text[text-anchor=end]')].map(e =>
    [e.textContent, at(e, 'y')]),
  labels: [...article.querySelectorAll('.end')].map(e => e.textContent),
  boxes: [...article.querySelectorAll('.end')].map(e => e.getBoundingClientRect()).map(b =>
    [b.top, b.bottom, b.right]),
  right: article.getBoundingClientRect().right,
  legend: [...article.querySelectorAll('.legend li')].map(e => e.textContent)}
"""


def axis(ticks, log):
    """From values to pixels, read off the first and the last number of an axis."""
    (first, a), (last, b) = ticks[0], ticks[-1]
    bend = math.log if log else float
    low, high = bend(number_of(first)), bend(number_of(last))
    return lambda value: a + (bend(value) - low) / (high - low) * (b - a)


def check_figures(browser, document):
    for figure in document["figures"]:
        name = "figure-" + figure["id"]
        if "panels" in figure:
            images = browser.run("return [...document.getElementById(arguments[0])"
                                 ".querySelectorAll('img')]"
                                 ".map(e => [e.alt, e.naturalWidth > 0])", name)
            equal(images, [[p["label"], True] for p in figure["panels"]], name)
            continue
        plot, seen = figure["plot"], browser.run(PLOT, name)
        x, y = axis(seen["x"], plot.get("log_x")), axis(seen["y"], False)
        names = [s["label"] for s in plot["series"]]
        equal(seen["legend"], names, name + ": legend")
        if seen["labels"]:
            equal(sorted(seen["labels"]), sorted(names), name + ": labels")
        for (_, bottom, right), (top, _, _) in zip(seen["boxes"], seen["boxes"][1:]):
            assert top >= bottom - 3 and right <= seen["right"] + 1, name + ": labels overlap"
        for series, marks in zip(plot["series"], seen["series"]):
            wanted = [(x(a), y(b)) for a, b in series["points"] if b is not None]
            equal(len(marks), len(wanted), name + ": points")
            for mark, spot in zip(marks, wanted):
                assert math.dist(mark, spot) < 1, "%s: a point at %s, not %s" % (name, mark, spot)


def check_navigation(browser, document):
    number = document["tables"][-1]["number"]
    browser.driver.find_element(By.CSS_SELECTOR, "nav a[href='#table-%d']" % number).click()
    browser.settle()
    top = browser.run("return document.getElementById(arguments[0]).getBoundingClientRect().top",
                      "table-%d" % number)
    bar = browser.run("const n = document.querySelector('nav').getBoundingClientRect();"
                      "return n.width > 400 || innerWidth < 400 ? n.bottom : 0")
    assert bar - 1 <= top < 400, "table %d is at %d under a bar of %d" % (number, top, bar)


# ------------------------------------------------------------------------------- the player ----

STAGE = """
const looks = svg => [...svg.querySelectorAll('rect, circle, line, text')].map(e => [
  e.tagName, e.dataset.tone, e.getAttribute(e.tagName === 'line' ? 'stroke' : 'fill'),
  e.tagName === 'text' ? e.textContent : null, e.getAttribute('visibility')]);
const text = (e, part) => e.querySelector(part)?.textContent ?? '';
return {
  cards: [...document.querySelectorAll('.card')].map(card => ({
    shapes: looks(card.querySelector('svg')), verdict: text(card, '.verdict'),
    from: text(card, '.from'), pressed: card.getAttribute('aria-pressed'),
    label: card.getAttribute('aria-label')})),
  large: {shapes: looks(document.querySelector('.portrait svg')),
          text: document.querySelector('.portrait figcaption').innerText},
  links: [...document.querySelectorAll('.links:not(.fading) > g path')].map(e =>
    [Number(e.dataset.from), Number(e.dataset.to)]),
  slider: Number(document.getElementById('slider').value),
  readout: document.getElementById('readout').textContent,
  cursors: [...document.querySelectorAll('.cursor')].map(e =>
    [Number(e.dataset.frame), Number(e.getAttribute('x1'))]),
  ticks: [...document.querySelector('.timeline').querySelectorAll('.tick text[text-anchor=middle]')]
    .map(e => [e.textContent, Number(e.getAttribute('x'))]),
  dots: [...document.querySelectorAll('.timeline')].map(e =>
    [...e.querySelectorAll('.dot')].map(d =>
      d.getAttribute('visibility') === 'hidden' ? null : Number(d.getAttribute('cy'))))}
"""
TAGS = {"rect": "rect", "disc": "circle", "line": "line", "text": "text"}


def looks_of(run, paint):
    """What each shape of a picture has to look like."""
    texts, wanted = iter(paint["text"]), []
    for shape, key in zip(run["picture"]["shapes"], paint["tone"]):
        tone = run["tones"][key]
        color = tone["ink"] if shape["kind"] == "text" else tone["fill"]
        if tone["name"] == "wrong" and shape["kind"] in ("rect", "disc"):
            color = "url(#hatch-wrong)"
        wanted.append([TAGS[shape["kind"]], key, color,
                       next(texts) if shape["kind"] == "text" else None,
                       "hidden" if tone["name"] == "none" else "visible"])
    return wanted


def check_frame(browser, run, frame, chosen=None):
    """Everything that the player shows is that frame of the document."""
    browser.settle()
    seen, now = browser.run(STAGE), run["frames"][frame]
    where = "%s, frame %d" % (run["name"], frame + 1)
    equal(seen["slider"], frame, where + ": slider")
    assert seen["readout"].startswith("step %d ·" % now["step"]), where + ": " + seen["readout"]
    equal(len(seen["cards"]), len(now["paint"]), where + ": cards")
    parent = now.get("parent") or range(len(now["paint"]))
    for p, card in enumerate(seen["cards"]):
        at = "%s, particle %d" % (where, p + 1)
        broken = now["violated"][p]
        equal(card["shapes"], looks_of(run, now["paint"][p]), at)
        equal(card["verdict"], "✓ valid" if broken == 0 else "%d broken" % broken, at)
        origin = "" if "parent" not in now else \
            "kept" if parent[p] == p else "from %d" % (parent[p] + 1)
        equal(card["from"], origin, at)
        assert ("valid" if broken == 0 else "%d constraint" % broken) in card["label"], at
    equal(sorted(seen["links"]), sorted([q, p] for p, q in enumerate(parent) if p != q), where)
    pressed = [c["pressed"] for c in seen["cards"]].index("true")
    assert chosen is None or pressed == chosen, where + ": another particle is large"
    equal(seen["large"]["shapes"], looks_of(run, now["paint"][pressed]), where + ", large")
    assert "Particle %d" % (pressed + 1) in seen["large"]["text"], where + ": name of the large one"
    x = axis(seen["ticks"], False)
    for at, px in seen["cursors"]:
        equal(at, frame, where + ": cursor")
        assert abs(px - x(now["step"])) < 1, "%s: cursor at %.1f" % (where, px)
    for dots, values in zip(seen["dots"], (now["energy"], now["violated"])):
        known = [p for p, value in enumerate(values) if value is not None]
        equal([p for p, dot in enumerate(dots) if dot is not None], known, where + ": dots")
        order = sorted(known, key=lambda p: values[p])
        for low, high in zip(order, order[1:]):
            assert dots[low] >= dots[high] - .01, where + ": a higher value stands lower"


def choose_run(browser, index):
    """Opens a run at its first frame; choosing the one that is open already would do nothing."""
    choice = Select(browser.driver.find_element(By.ID, "run"))
    if browser.run("return Number(document.getElementById('run').value)") == index:
        choice.select_by_index((index + 1) % len(choice.options))
    choice.select_by_index(index)
    browser.settle()


def press_slider(browser, part):
    """A click on the slider, as a reader does it; returns the frame it is then at."""
    slider = browser.driver.find_element(By.ID, "slider")
    browser.run("arguments[0].scrollIntoView({block: 'center'})", slider)
    width = slider.size["width"]
    ActionChains(browser.driver).move_to_element_with_offset(
        slider, int((part - .5) * (width - 24)), 0).click().perform()
    return int(slider.get_property("value"))


def click(browser, name):
    browser.driver.find_element(By.ID, name).click()


def check_slider(browser, document):
    for index, run in enumerate(document["runs"]):
        choose_run(browser, index)
        check_frame(browser, run, 0)
        last = len(run["frames"]) - 1
        for part in (0.5, 1, 0.25, 0):
            frame = press_slider(browser, part)
            assert abs(frame - part * last) <= 1, "a click at %g goes to %d" % (part, frame)
            check_frame(browser, run, frame)


def check_resampled(browser, document):
    run = document["runs"][0]
    choose_run(browser, 0)
    frames = [f for f, frame in enumerate(run["frames"]) if "parent" in frame]
    assert frames, "the document has no resampled frame"
    for f in range(max(frames) + 1):
        check_frame(browser, run, f)
        click(browser, "forward")


def check_steps(browser, document):
    run = document["runs"][0]
    choose_run(browser, 0)
    click(browser, "forward")
    click(browser, "forward")
    check_frame(browser, run, 2)
    click(browser, "back")
    check_frame(browser, run, 1)
    for _ in range(3):
        click(browser, "back")
    check_frame(browser, run, 0)


def slider_value(browser):
    return browser.run("return Number(document.getElementById('slider').value)")


def set_speed(browser, frames_a_second):
    Select(browser.driver.find_element(By.ID, "speed")).select_by_value(str(frames_a_second))


def wait_for_frame(browser, frame):
    end = time.monotonic() + 30
    while slider_value(browser) < frame and time.monotonic() < end:
        time.sleep(.02)


def check_paused(browser, run, first):
    """It went on to frame `first` at least, and stays where it is."""
    frame = slider_value(browser)
    assert first <= frame < len(run["frames"]) - 1, "paused at frame %d" % (frame + 1)
    time.sleep(1.3)
    check_frame(browser, run, frame)


def check_play(browser, document):
    run = document["runs"][0]
    choose_run(browser, 0)
    set_speed(browser, 1)  # a busy machine must not miss the end of a second
    click(browser, "play")
    equal(browser.driver.find_element(By.ID, "play").get_attribute("aria-label"), "Pause", "sign")
    wait_for_frame(browser, 2)
    click(browser, "play")
    check_paused(browser, run, 2)
    set_speed(browser, 40)
    click(browser, "play")
    wait_for_frame(browser, len(run["frames"]) - 1)
    check_frame(browser, run, len(run["frames"]) - 1)
    equal(browser.driver.find_element(By.ID, "play").get_attribute("aria-label"), "Play", "sign")


def check_keys(browser, document):
    run = document["runs"][0]
    choose_run(browser, 0)
    player = browser.driver.find_element(By.CSS_SELECTOR, ".player")
    slider = browser.driver.find_element(By.ID, "slider")
    for target, key, frame in ((player, Keys.ARROW_RIGHT, 1), (slider, Keys.ARROW_RIGHT, 2),
                               (player, Keys.ARROW_LEFT, 1), (player, Keys.HOME, 0),
                               (slider, Keys.END, len(run["frames"]) - 1)):
        target.send_keys(key)
        check_frame(browser, run, frame)
    set_speed(browser, 1)
    player.send_keys(Keys.HOME)
    player.send_keys(" ")
    wait_for_frame(browser, 1)
    player.send_keys(" ")
    check_paused(browser, run, 1)


def check_choice(browser, document):
    run = document["runs"][0]
    choose_run(browser, 0)
    for particle in (6, 2):
        browser.driver.find_element(By.CSS_SELECTOR, "[data-particle='%d']" % particle).click()
        check_frame(browser, run, 0, particle)
    frame = press_slider(browser, .6)
    check_frame(browser, run, frame, 2)


CHARTS = "return [...document.querySelectorAll('.chart')].map(e => e.dataset.chart)"


def check_chart(browser, document):
    run = document["runs"][0]
    choose_run(browser, 0)
    chart = browser.driver.find_element(By.CSS_SELECTOR, ".timeline")
    browser.run("arguments[0].scrollIntoView({block: 'center'})", chart)
    x = axis(browser.run(STAGE)["ticks"], False)
    wanted = len(run["frames"]) - 3
    right = round(x(run["frames"][wanted]["step"]) - chart.size["width"] / 2)
    ActionChains(browser.driver).move_to_element_with_offset(chart, right, 0).click().perform()
    check_frame(browser, run, wanted)
    equal(browser.run(CHARTS), ["energy", "constraints broken"], "charts")


def check_reduced_motion(browser, document):
    """Who wants no motion sees none; others see a flash."""
    run, moving = document["runs"][0], {}
    frame = next(f for f, now in enumerate(run["frames"]) if "parent" in now)
    for wish in ("no-preference", "reduce"):
        browser.media(prefers_reduced_motion=wish)
        choose_run(browser, 0)
        moving[wish] = browser.run(
            "for (let f = 0; f < arguments[0]; f++) document.getElementById('forward').click();"
            "return document.getAnimations().length", frame)
    browser.media()
    assert moving["no-preference"] > 0 and moving["reduce"] == 0, str(moving)


# ---------------------------------------------------------------------- sizes, night, paper ----

WIDE = """
const most = document.documentElement.clientWidth + 1;
return [...document.querySelectorAll('main *, nav')].filter(e =>
  e.getClientRects().length && e.getBoundingClientRect().right > most && !e.closest('.scroll') &&
  !e.closest('svg')).map(e => e.tagName + '.' + e.className).slice(0, 5)
"""


def check_width(browser):
    equal(browser.run(WIDE), [], "what sticks out")
    width = browser.run("return [document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1], "the page is %d wide in a window of %d" % tuple(width)
    small = browser.run("return [...document.querySelectorAll('.sign')]"
                        ".map(e => e.getBoundingClientRect())"
                        ".filter(b => b.width < 40 || b.height < 40).length")
    equal(small, 0, "buttons too small for a finger: their number")


def check_scrolls(browser):
    inner = browser.run("return [...document.querySelectorAll('.scroll')].map(e => "
                        "[e.scrollWidth > e.clientWidth, getComputedStyle(e).overflowX])")
    assert [True, "auto"] in inner, "no table scrolls within itself"


CONTRAST = """
const channel = c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
const over = (below, css) => {
  canvas.fillStyle = `rgb(${below.join(' ')})`; canvas.fillRect(0, 0, 1, 1);
  canvas.fillStyle = css; canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
};
const ground = e =>
  e ? over(ground(e.parentElement), getComputedStyle(e).backgroundColor) : [255, 255, 255];
const aside = 'script, option, .card svg, .portrait svg, .unseen, .skip';
const worst = [];
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node; node = walk.nextNode();) {
  const e = node.parentElement;
  if (!node.data.trim() || !e.getClientRects().length || e.closest(aside)) continue;
  const below = ground(e), style = getComputedStyle(e);
  const ink = over(below, e.namespaceURI.endsWith('svg') ? style.fill : style.color);
  const [a, b] = [light(ink), light(below)].sort((a, b) => b - a);
  worst.push([(a + 0.05) / (b + 0.05), node.data.trim().slice(0, 30)]);
}
return [worst.length, worst.sort((a, b) => a[0] - b[0]).slice(0, 3), light(ground(document.body))]
"""


def check_contrast(browser, dark):
    count, worst, ground = browser.run(CONTRAST)
    assert count > 200, "only %d texts were looked at" % count
    assert worst[0][0] >= 4.5, "contrast %s" % worst
    assert (ground < .1) == dark, "the page's ground has a luminance of %.2f" % ground


def check_print(browser, document):
    run = document["runs"][0]
    choose_run(browser, 0)
    closed = "return document.querySelectorAll('details:not([open])').length"
    before = browser.run(closed)
    browser.media("print")
    browser.settle()
    equal(browser.run(closed), 0, "closed details on paper")
    equal(browser.run("return getComputedStyle(document.querySelector('nav')).display"), "none",
          "navigation on paper")
    seen = browser.run(STAGE)
    last = run["frames"][-1]
    equal([c["shapes"] for c in seen["cards"]], [looks_of(run, p) for p in last["paint"]],
          "what the player shows on paper")
    browser.media()
    browser.settle()
    equal(browser.run(closed), before, "closed details afterwards")
    check_frame(browser, run, 0)
    pdf = browser.pdf()
    assert pdf.startswith(b"%PDF") and len(pdf) > 20000, "a PDF of %d bytes" % len(pdf)
    pages = len(re.findall(rb"/Type\s*/Page\b", pdf))
    assert 2 <= pages <= 60, "%d pages" % pages


# -------------------------------------------------------------------- documents that are odd ----

HOSTILE = "</script><script>window.hacked = 1</script><!-- <b>&amp;\"'`${1}\\ \u2028 " \
          "é 漢字 🙂 <img src=x onerror=window.hacked=1>"


def hostile(value):
    """The same document, with every text that is only shown replaced."""
    keep = ("who", "kind", "better", "tone", "fill", "ink", "x", "number")
    if isinstance(value, dict):
        return {key: item if key in keep else HOSTILE if isinstance(item, str) else hostile(item)
                for key, item in value.items()}
    if isinstance(value, list):
        return [HOSTILE if isinstance(item, str) and item else hostile(item) for item in value]
    return value


def hostile_document(document):
    """Texts that try to break out, and numbers that are missing."""
    odd = hostile({**document, "runs": document["runs"][:2]})
    for table, original in zip(odd["tables"], document["tables"]):
        table["better"] = original["better"]
    for run, original in zip(odd["runs"], document["runs"]):
        for frame in run["frames"]:
            frame["energy"] = [None] * len(frame["energy"])
            frame["violated"][0] = None
    odd["tables"][0]["rows"][0]["cells"][0] = None
    return odd


def check_hostile(browser, document):
    text = "return document.querySelector(arguments[0]).textContent"
    equal(browser.run("return [window.hacked ?? null, document.scripts.length]"), [None, 7],
          "what ran, and how many scripts there are")
    for part in ("#verdict li", "article.table h3", ".figure h3", ".portrait svg", "#run option",
                 ".legend li", "details dt"):
        assert HOSTILE in browser.run(text, part), "%s does not show its text as it is" % part
    equal(browser.run("return document.querySelectorAll('main b b, main img[src=x]').length"), 0,
          "elements made of texts: their number")
    assert "This picture cannot be shown." in browser.run(text, ".panels"), "a picture that is none"
    choose_run(browser, 1)
    click(browser, "forward")
    equal(slider_value(browser), 1, "the slider")
    equal(browser.run(CHARTS), ["constraints broken"], "charts without energies")


PARTS_SHOWN = """
return [...document.querySelectorAll('main section')].filter(e => e.getClientRects().length)
  .map(e => e.id)
"""


def check_empty(browser, document):
    shown = browser.run("return document.querySelector('main').innerText")
    assert "There is nothing in this report." in shown, "not said that it is empty"
    equal(browser.run(PARTS_SHOWN), [], "parts of an empty page")


def check_seen_only(browser, document):
    """A page of pictures and runs, as the demo's: no word about tables that are not there."""
    equal(browser.run(PARTS_SHOWN), ["watch", "figures"], "parts of a page without tables")
    shown = browser.run("return document.body.innerText")
    for part in ("Nothing was measured", "Overview", "not ahead", "Tables", "mode"):
        assert not re.search(r"\b%s\b" % part, shown), "\"%s\" is said" % part
    equal(browser.run("return [document.title, document.querySelector('h1').textContent]"),
          ["basin at work"] * 2, "title")
    links = browser.run("return [...document.querySelectorAll('nav a, .skip')]"
                        ".filter(a => !document.querySelector(a.hash).getClientRects().length)"
                        ".map(a => a.hash)")
    equal(links, [], "links that lead nowhere")


def check_no_frames(browser, document):
    shown = browser.run("return document.querySelector('#player').innerText")
    assert "Nothing was recorded in this run." in shown, "a run without frames"
    choose_run(browser, 1)
    assert "Nothing was recorded in this run." not in browser.run(
        "return document.querySelector('#player').innerText")
    check_frame(browser, document["runs"][1], 0)
    equal(browser.run("return document.querySelector('#verdict').innerText"), document["claim"],
          "the verdict where basin is behind nowhere")


# ------------------------------------------------------------------------------ all of them ----

class Suite:
    def __init__(self, folder, shots):
        self.browser, self.folder, self.shots, self.failed = Browser(), folder, shots, 0

    def test(self, name, check, *arguments):
        try:
            check(self.browser, *arguments)
            print("ok report-" + name, flush=True)
        except Exception as error:  # a browser that gives up is a test that fails
            self.failed += 1
            if not isinstance(error, AssertionError):
                traceback.print_exc(file=sys.stdout)
            print("not ok report-%s %s" % (name, str(error).split("\n")[0]), flush=True)

    def open(self, name, document):
        path = os.path.join(self.folder, name + ".html")
        with open(path, "w", encoding="utf-8") as out:
            out.write(page_of(document))
        self.browser.open(path)

    def shot(self, name):
        if self.shots:
            self.browser.settle()
            self.browser.shot(os.path.join(self.shots, name + ".png"))

    def quiet(self, name):
        """Nothing was complained of, and nothing but files was asked for."""
        def check(browser):
            equal(browser.complaints(), [], "the console")
            asked = [url for url in browser.requests() if not url.startswith(("file:", "data:"))]
            equal(asked, [], "what was asked for")
        self.test(name + "-quiet", check)


PARTS = (("first-lines", check_first_lines), ("tables", check_tables), ("overview", check_overview),
         ("figures", check_figures), ("navigation", check_navigation), ("slider", check_slider),
         ("resampled", check_resampled), ("steps", check_steps), ("play", check_play),
         ("keys", check_keys), ("choice", check_choice), ("chart", check_chart))


def run_usual(suite, document):
    for width in (1280, 360):
        suite.browser.size(width)
        suite.open("usual", document)
        suite.shot("light-%d" % width)
        suite.test("width-%d" % width, check_width)
        suite.test("contrast-light-%d" % width, check_contrast, False)
        for name, check in PARTS:
            suite.test("%s-%d" % (name, width), check, document)
        suite.browser.media(prefers_color_scheme="dark")
        suite.shot("dark-%d" % width)
        suite.test("contrast-dark-%d" % width, check_contrast, True)
        suite.browser.media()
        suite.quiet("usual-%d" % width)
    suite.test("scrolls", check_scrolls)
    suite.test("reduced-motion", check_reduced_motion, document)
    suite.test("print", check_print, document)
    suite.quiet("print")


def run_odd(suite, document):
    for width in (1280, 360):
        suite.browser.size(width)
        suite.open("hostile", hostile_document(document))
        suite.shot("hostile-%d" % width)
        suite.test("hostile-%d" % width, check_hostile, document)
        suite.test("hostile-width-%d" % width, check_width)
        suite.quiet("hostile-%d" % width)
    suite.open("empty", {"made": {}, "claim": "", "behind": [], "tables": [], "figures": [],
                         "runs": []})
    suite.test("empty", check_empty, document)
    suite.quiet("empty")
    suite.open("seen-only", {**document, "claim": "", "behind": [], "tables": []})
    suite.shot("seen-only")
    suite.test("seen-only", check_seen_only, document)
    suite.quiet("seen-only")
    still = copy.deepcopy(document["runs"][0])
    still["frames"] = []
    ahead = {**document, "behind": [], "runs": [still, document["runs"][0]]}
    suite.open("still", ahead)
    suite.test("no-frames", check_no_frames, ahead)
    suite.quiet("no-frames")


def main():
    basin, folder = sys.argv[1:3]
    suite = Suite(folder, sys.argv[3] if len(sys.argv) > 3 else None)
    try:
        document = report_document.usual(basin, folder)
        run_usual(suite, document)
        run_odd(suite, document)
    finally:
        suite.browser.close()
    return 1 if suite.failed else 0


if __name__ == "__main__":
    sys.exit(main())
