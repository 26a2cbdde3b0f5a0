// SPDX-License-Identifier: Apache-2.0
"use strict";

(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const element = (id) => document.getElementById(id);
  const axisOf = (key) => axes.find((axis) => axis.key === key);
  const state = {
    text: "", hidden: new Set(), frontOnly: false, sort: null, descending: false, rows: 0,
    chosen: null, pinned: null, brushed: null, weights: new Map(),
  };
  let points;
  let byName;
  let families;
  let axes;

  /** Take in the data: an object per point, from its columns. */
  function load() {
    const columns = Object.entries(data.columns);
    points = data.columns.design.map((_, i) => {
      const point = {};
      for (const [key, values] of columns) point[key] = values[i];
      return point;
    });
    byName = new Map(points.map((point) => [point.design, point]));
    families = [...new Set(data.columns.family)].sort();
    axes = data.axes;
    const algorithm = element("algorithm").value;
    if (algorithm) rank([algorithm]);
  }

  // ---- small things -------------------------------------------------------------------------

  /** A new element with properties and children; text children are text, never markup. */
  function make(tag, properties = {}, ...children) {
    const node = document.createElement(tag);
    for (const [key, value] of Object.entries(properties)) {
      if (key.includes("-") || ["role", "scope", "for", "list"].includes(key)) node.setAttribute(key, value);
      else node[key] = value;
    }
    node.append(...children);
    return node;
  }

  /** A number for people: whole ones in full, others to four digits. */
  function show(value) {
    if (value === null || value === undefined) return "\u2013";
    if (typeof value !== "number") return String(value);
    if (Number.isInteger(value) || Math.abs(value) >= 1e4) return Math.round(value).toLocaleString("en");
    return value.toLocaleString("en", { maximumSignificantDigits: 4 });
  }

  const withUnit = (value, unit) => (value === null || !unit ? show(value) : `${show(value)}\u00a0${unit}`);
  const title = (axis) => (axis.unit ? `${axis.label} (${axis.unit})` : axis.label);
  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const familyVariable = (family) => `--family-${families.indexOf(family) % 6}`;
  const dot = (variable) => {
    const node = make("span", { className: "dot", "aria-hidden": "true" });
    node.style.background = `var(${variable})`;
    return node;
  };
  const short = (point) => point.design.replace(point.guest ? "guest-" : `${point.family}-`, "");

  // ---- which points are shown ---------------------------------------------------------------

  function isShown(point) {
    if (state.hidden.has(point.family) || (state.frontOnly && !point.on_front)) return false;
    if (state.brushed && !state.brushed.has(point.design)) return false;
    const algorithm = element("algorithm").value;
    if (algorithm && !data.serves[point.family].includes(algorithm)) return false;
    if (!state.text) return true;
    point.haystack ??= [point.design, ...Object.entries(point.parameters).map(([k, v]) => `${k}=${v}`)]
      .join(" ").toLowerCase();
    return state.text.toLowerCase().split(/\s+/).every((word) => point.haystack.includes(word));
  }

  const cost = (axis, value) => (axis.better === "less" ? value : -value);

  /**
   * The rows that no other one dominates: nowhere worse and somewhere better, less being better.
   *
   * What `hashfab.explore.pareto.front` does: in lexicographic order nothing is dominated by what
   * comes later.
   */
  function front(costs) {
    const order = costs.map((_, i) => i).sort((i, j) => {
      for (let k = 0; k < costs[i].length; k += 1) {
        if (costs[i][k] !== costs[j][k]) return costs[i][k] - costs[j][k];
      }
      return 0;
    });
    const best = [];
    for (const i of order) {
      const dominated = best.some((j) => {
        let better = false;
        for (let k = 0; k < costs[i].length; k += 1) {
          if (costs[j][k] > costs[i][k]) return false;
          better ||= costs[j][k] < costs[i][k];
        }
        return better;
      });
      if (!dominated) best.push(i);
    }
    return best;
  }

  /** Mark the points of the front, if these algorithms count; see `hashfab.explore.pareto.Merit`. */
  function rank(algorithms) {
    const least = (value) => value ?? Infinity;
    const most = (value) => (value === null || value === undefined ? Infinity : -value);
    const best = new Set(front(points.map((point) => [
      -Number(point.whole_message),
      ...algorithms.map((name) => -Number(data.serves[point.family].includes(name))),
      least(point.area_ge ?? point.lut4 ?? point.lut6), least(point.latency_ns ?? null),
      most(point.gbit_per_s), most(point.fmax_mhz),
    ])));
    points.forEach((point, i) => { point.on_front = best.has(i); });
  }

  /** The points that no other one beats on two axes, from left to right. */
  function frontOn(some, x, y) {
    return front(some.map((point) => [cost(x, point[x.key]), cost(y, point[y.key])]))
      .map((i) => some[i])
      .sort((a, b) => a[x.key] - b[x.key] || a[y.key] - b[y.key]);
  }

  const MOST_MARKS = 1200;
  const MOST_NAMES = 60;

  /** The points to draw: of many in one place only one, but all of the front and the chosen ones. */
  function thinned(some, xs, ys, xLog, yLog) {
    const every = some.map((_, i) => i);
    if (some.length <= MOST_MARKS) return every;
    const kept = (point) => point.design === state.chosen || point.design === state.pinned;
    const first = every.filter((i) => kept(some[i]))
      .concat(every.filter((i) => some[i].on_front && !kept(some[i])))
      .concat(every.filter((i) => !some[i].on_front && !kept(some[i])));
    const scale = (values, isLog) => {
      let low = Infinity;
      let high = -Infinity;
      const list = values.map((value) => (isLog ? Math.log10(value) : value));
      for (const value of list) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
      return list.map((value) => (value - low) / (high - low || 1));
    };
    const px = scale(xs, xLog);
    const py = scale(ys, yLog);
    for (let cells = 256; ; cells /= 2) {
      const seen = new Set();
      const result = first.filter((i) => {
        const place = Math.round(px[i] * cells) * 1000 + Math.round(py[i] * cells);
        if (seen.has(place) && !kept(some[i])) return false;
        seen.add(place);
        return true;
      });
      if (result.length <= MOST_MARKS) return result;
    }
  }

  /** A place for each point's name where it covers neither a point nor another name. */
  function namePlaces(points, xs, ys, width, height, xLog, yLog) {
    const scaled = (values, isLog, size) => {
      const list = values.map((value) => (isLog ? Math.log10(value) : value));
      const low = Math.min(...list);
      const span = Math.max(...list) - low || 1;
      return list.map((value) => ((value - low) / span) * size);
    };
    const px = scaled(xs, xLog, width);
    const py = scaled(ys, yLog, height);
    const boxes = points.map((_, i) => [px[i] - 7, py[i] - 7, px[i] + 7, py[i] + 7]);
    const offsets = {
      "top center": [-0.5, 6, 0], "bottom center": [-0.5, -20, 0], "middle right": [0, -7, 9],
      "middle left": [-1, -7, -9], "top right": [0, 6, 3], "bottom right": [0, -20, 3],
      "top left": [-1, 6, -3], "bottom left": [-1, -20, -3],
    };
    return points.map((point, i) => {
      const wide = short(point).length * 6.6;
      for (const [place, [share, up, right]] of Object.entries(offsets)) {
        const box = [px[i] + share * wide + right, py[i] + up, 0, 0];
        box[2] = box[0] + wide;
        box[3] = box[1] + 14;
        const clear = boxes.every((other, j) => j === i || box[0] > other[2] || box[2] < other[0]
          || box[1] > other[3] || box[3] < other[1]);
        if (clear) {
          boxes.push(box);
          return place;
        }
      }
      return null;
    });
  }

  const NARROW_PX = 400;

  /** Above the plot, but below it where the tools leave no room for both. */
  function legend(isBelow) {
    const place = isBelow ? { y: -0.2, yanchor: "top" } : { y: 1.02, yanchor: "bottom" };
    return { orientation: "h", x: 0, ...place };
  }

  /** Short numbers, and decades alone where there are more than two, in a plot that has no room for more. */
  function ticks(isNarrow, values, isLog) {
    if (!isNarrow) return {};
    const decades = isLog && values.length ? Math.log10(Math.max(...values) / Math.min(...values)) : 0;
    return { tickformat: "~s", ...(decades > 2 ? { dtick: 1 } : {}) };
  }

  function axisLayout(axis, isLog) {
    return {
      title: { text: title(axis), standoff: 8 }, type: isLog ? "log" : "linear", automargin: true,
      gridcolor: css("--line"), zeroline: false, linecolor: css("--line"), tickcolor: css("--line"),
      tickformat: ",.4~r", nticks: 5,
    };
  }

  const font = () => ({ family: "system-ui, sans-serif", size: 12, color: css("--ink") });
  const hoverlabel = () => ({ bgcolor: css("--card"), bordercolor: css("--line"), font: font() });
  const plotOptions = {
    responsive: true, displaylogo: false,
    modeBarButtons: [["zoom2d", "pan2d", "select2d", "resetScale2d", "toImage"]],
  };

  const CHARTS = [["scatter", "x", "y"], ["second", "x2", "y2"]];

  function drawScatter() {
    for (const chart of CHARTS) drawChart(...chart);
  }

  function drawChart(id, xId, yId) {
    const x = axisOf(element(xId).value);
    const y = axisOf(element(yId).value);
    const xLog = element(`${xId}-log`).checked;
    const yLog = element(`${yId}-log`).checked;
    const fits = (value, isLog) => value !== null && (!isLog || value > 0);
    const shown = points.filter(isShown);
    const fitting = shown.filter((point) => fits(point[x.key], xLog) && fits(point[y.key], yLog));
    const marks = thinned(
      fitting, fitting.map((point) => point[x.key]), fitting.map((point) => point[y.key]), xLog, yLog);
    const drawn = marks.map((i) => fitting[i]);
    const xs = drawn.map((point) => point[x.key]);
    const ys = drawn.map((point) => point[y.key]);
    const plot = element(id);
    const isNarrow = plot.clientWidth < NARROW_PX;
    const places = element("names").checked && drawn.length <= MOST_NAMES
      ? namePlaces(drawn, xs, ys, plot.clientWidth - 150, plot.clientHeight - 110, xLog, yLog)
      : drawn.map(() => null);

    const traces = [];
    const scopes = [["whole messages", true, "solid"], ["permutation alone", false, "dot"]];
    for (const [label, whole, dash] of scopes) {
      const line = frontOn(fitting.filter((point) => point.whole_message === whole), x, y);
      if (line.length < 1) continue;
      traces.push({
        x: line.map((point) => point[x.key]), y: line.map((point) => point[y.key]), mode: "lines",
        name: `front, ${label}`, line: { color: css("--quiet"), width: 1.5, dash }, hoverinfo: "skip",
      });
    }
    const special = (point) => point.design === state.chosen || point.design === state.pinned;
    for (const family of families) {
      const indices = drawn.map((_, i) => i).filter((i) => drawn[i].family === family);
      if (!indices.length) continue;
      const own = indices.map((i) => drawn[i]);
      const color = css(familyVariable(family));
      const size = drawn.length > 200 ? 8 : 11;
      traces.push({
        x: indices.map((i) => xs[i]), y: indices.map((i) => ys[i]), name: family,
        mode: "markers+text", showlegend: false,
        customdata: own.map((point) => [point.design, done(point)]),
        text: indices.map((i) => (places[i] ? short(drawn[i]) : "")),
        textposition: indices.map((i) => places[i] ?? "top center"),
        textfont: { size: 11, color: css("--quiet") },
        marker: {
          opacity: 1,
          symbol: own[0].guest ? "diamond" : "circle",
          size: own.map((point) => (special(point) ? size + 6 : size)),
          color: own.map((point) => (point.on_front ? color : css("--card"))),
          line: {
            width: own.map((point) => (special(point) ? 3.5 : 2)),
            color: own.map((point) => (special(point) ? css("--ink") : color)),
          },
        },
        hovertemplate: `<b>%{customdata[0]}</b><br>${title(x)}: %{x:,.4~g}<br>${title(y)}: %{y:,.4~g}`
          + "<br>%{customdata[1]}<extra></extra>",
        cliponaxis: false,
      });
    }
    const layout = {
      margin: { l: 60, r: 24, t: 10, b: 50 }, paper_bgcolor: "transparent", plot_bgcolor: "transparent",
      font: font(), hovermode: "closest", hoverlabel: hoverlabel(), dragmode: "pan",
      modebar: { bgcolor: "transparent", color: css("--quiet"), activecolor: css("--accent") },
      xaxis: { ...axisLayout(x, xLog), ...ticks(isNarrow, xs, xLog) },
      yaxis: axisLayout(y, yLog), showlegend: true,
      legend: { ...legend(isNarrow), itemclick: false, itemdoubleclick: false },
    };
    Plotly.react(plot, traces, layout, plotOptions);
    if (id !== "scatter") return;
    const left = shown.length - fitting.length;
    element("chart-note").textContent = "Filled points are on the Pareto front over area, throughput, latency, "
      + "frequency and the algorithms served; the lines join the best on the two axes shown. "
      + (drawn.some((point) => point.guest) ? "Diamonds are guests, not hashfab's own designs. " : "")
      + "A box drawn on either chart keeps what is in it, in both and in the table."
      + (left ? ` ${left} shown in the table only: no figure on these axes.` : "")
      + (drawn.length < fitting.length
        ? ` ${drawn.length} marks stand for ${show(fitting.length)} points; all are in the table.` : "");
  }

  /** Keep the points of a box, or all of them again. */
  function brush(names) {
    state.brushed = names;
    element("unbrush").hidden = !names;
    refresh();
  }

  // ---- the table ----------------------------------------------------------------------------

  function drawHead() {
    const column = (key, label, unit) => {
      const button = make("button", { type: "button" }, label);
      button.addEventListener("click", () => {
        state.descending = state.sort === key ? !state.descending : false;
        state.sort = key;
        drawTable();
      });
      const cell = make("th", { scope: "col", "aria-sort": "none" }, button, make("small", {}, unit || "\u00a0"));
      cell.dataset.key = key;
      return cell;
    };
    const row = make("tr", {}, column("design", "Design", ""), column("on_front", "Front", ""));
    for (const axis of axes) row.append(column(axis.key, axis.label, axis.unit));
    element("table").tHead.replaceChildren(row);
  }

  function inOrder(points) {
    const key = state.sort;
    if (key === null) return points;
    const sign = state.descending ? -1 : 1;
    return [...points].sort((a, b) => {
      if (a[key] === null || b[key] === null) return (a[key] === null) - (b[key] === null);
      if (key === "design") return sign * a.design.localeCompare(b.design, "en", { numeric: true });
      return sign * (a[key] - b[key]);
    });
  }

  const ROWS = 200;

  function drawTable() {
    for (const cell of element("table").tHead.rows[0].cells) {
      const direction = state.descending ? "descending" : "ascending";
      cell.setAttribute("aria-sort", cell.dataset.key === state.sort ? direction : "none");
    }
    const shown = inOrder(points.filter(isShown));
    const rows = shown.slice(0, ROWS + state.rows).map((point) => {
      const name = make("button", { type: "button" }, point.design);
      const row = make("tr", { "aria-selected": String(point.design === state.chosen) },
        make("td", {}, dot(familyVariable(point.family)), name,
          ...(point.guest ? [" ", make("span", { className: "badge" }, "guest")] : [])),
        make("td", {}, point.on_front ? "yes" : ""),
        ...axes.map((axis) => make("td", {}, show(point[axis.key]))));
      row.dataset.design = point.design;
      row.addEventListener("click", () => choose(point.design));
      return row;
    });
    const left = shown.length - rows.length;
    element("shown").textContent = `${show(shown.length)} of ${show(points.length)} shown`;
    element("rows").textContent = left ? `${show(rows.length)} of ${show(shown.length)} rows.` : "";
    element("more").hidden = !left;
    element("more").textContent = `Show ${show(Math.min(left, 1000))} more`;
    const empty = make("tr", {}, make("td", { className: "empty", colSpan: axes.length + 2 }, "No design matches the filter."));
    element("table").tBodies[0].replaceChildren(...(rows.length ? rows : [empty]));
  }

  /** The points that are shown as CSV, in the table's order, with what produced them. */
  function csv() {
    const names = [...new Set(points.flatMap((point) => Object.keys(point.parameters)))];
    const cell = (value) => {
      const text = value === null || value === undefined ? "" : String(value);
      return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    };
    const keys = ["design", "family", "on_front", "placed", ...axes.map((axis) => axis.key)];
    const labels = [...new Set(data.hows.flatMap((how) => how.map(([label]) => label)))];
    const lines = [[...keys, ...names.map((name) => `parameter_${name}`), "seed",
      ...labels.map((label) => `provenance_${label}`)]];
    for (const point of inOrder(points.filter(isShown))) {
      const how = Object.fromEntries(data.hows[point.how]);
      lines.push([...keys.map((key) => point[key]), ...names.map((name) => point.parameters[name]),
        point.seed, ...labels.map((label) => how[label])]);
    }
    return `${lines.map((line) => line.map(cell).join(",")).join("\n")}\n`;
  }

  function save() {
    const url = URL.createObjectURL(new Blob([csv()], { type: "text/csv" }));
    make("a", { href: url, download: "hashfab.csv" }).click();
    URL.revokeObjectURL(url);
  }

  // ---- one design ---------------------------------------------------------------------------

  function list(entries) {
    return make("dl", {}, ...entries.flatMap(([key, value]) => [make("dt", {}, key), make("dd", {}, value)]));
  }

  const mapped = (point) => (point.ff ?? null) !== null;

  /** The last stage that a point went through before its energy. */
  function done(point) {
    if (point.placed) return "placed and routed";
    return mapped(point) ? "synthesized, not placed" : "simulated alone";
  }

  /** The command that measures a point again. */
  function command(point) {
    // A guest is named by its owner's file, of which its own name and values are known here.
    const values = Object.entries(point.parameters).map((pair) => pair.join("=")).join(",");
    const file = `${point.family.replace("guest-", "")}.toml${values && `:${values}`}`;
    return `hashfab measure ${point.guest ? file : point.design} --target ${data.target} --workload ${data.workload} --seed ${point.seed}`
      + (data.estimates && !point.placed ? " --estimate" : "")
      + ((point.pj_per_byte ?? null) === null ? "" : " --energy");
  }

  function drawDetails() {
    const point = byName.get(state.chosen);
    if (!point) return;
    element("details-title").textContent = point.design;
    const badges = [[point.on_front ? "on the front" : "not on the front", point.on_front],
      [done(point), point.placed],
      [point.whole_message ? "whole messages" : "permutation alone", false],
      ...(point.guest ? [["guest: not hashfab's own", false]] : [])]
      .map(([text, good]) => make("span", { className: good ? "badge good" : "badge" }, text));
    const pin = make("button", { type: "button", id: "pin", className: "chip" },
      state.pinned === point.design ? "Compare with another: choose it" : "Compare with another");
    pin.addEventListener("click", () => {
      state.pinned = point.design;
      drawDetails();
      drawScatter();
    });
    const pinned = state.pinned === point.design ? undefined : byName.get(state.pinned);
    const body = [make("p", {}, ...badges, pin), make("h3", {}, "Figures"),
      pinned ? comparison(pinned, point) : figures(point)];
    if (!pinned && Object.keys(point.parameters).length) {
      body.push(make("h3", {}, "Parameters"), list(Object.entries(point.parameters).map(([k, v]) => [k, show(v)])));
    }
    const placement = data.placements[point.design];
    if (placement) body.push(make("h3", {}, `Placement on ${placement.device}`), ...drawPlacement(placement));
    const profile = data.profiles[point.design];
    if (profile) body.push(make("h3", {}, "Where the cycles go"), ...shares(profile));
    const how = [...data.hows[point.how], ["seed", String(point.seed)], ["computed in", `${show(point.seconds)} s`]];
    body.push(make("h3", {}, "How it was measured"), list(how.map(([k, v]) => [k, show(v)])),
      make("h3", {}, "Measure it again"), make("pre", {}, make("code", {}, command(point))));
    element("details-body").replaceChildren(...body);
  }

  /** A point's figures, each with the stage that it comes from. */
  function figures(point) {
    const stages = data.stages[point.stages];
    return list(axes.map((axis) => {
      const stage = stages[axis.key];
      const value = withUnit(point[axis.key], axis.unit);
      return [axis.label, stage ? make("span", {}, value, make("small", {}, stage)) : value];
    }));
  }

  /** Two designs side by side: what differs between them. */
  function comparison(one, other) {
    const row = (kind, ...cells) => make("tr", {}, ...cells.map((cell, i) =>
      make(i && kind === "td" ? "td" : "th", i ? {} : { scope: kind === "th" ? "col" : "row" }, cell)));
    const ratio = (axis) => {
      const [a, b] = [one[axis.key], other[axis.key]];
      return a && b ? `\u00d7\u00a0${show(b / a)}` : "\u2013";
    };
    const names = [...new Set([...Object.keys(one.parameters), ...Object.keys(other.parameters)])]
      .filter((name) => one.parameters[name] !== other.parameters[name]);
    return make("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": "Two designs side by side" },
      make("table", { id: "comparison" },
        make("caption", {}, `${one.design} and ${other.design}`),
        make("thead", {}, row("th", "Figure", one.design, other.design, "Ratio")),
        make("tbody", {},
          ...axes.map((axis) => row("td", title(axis), show(one[axis.key]), show(other[axis.key]), ratio(axis))),
          ...names.map((name) => row("td", name, show(one.parameters[name]), show(other.parameters[name]), "")))));
  }

  /** A run by its parts, the largest first; those below one percent as one. */
  function shares(profile) {
    const said = `${show(profile.cycles)} cycles for ${show(profile.bytes)} bytes, ${profile.algorithm}.`;
    return [make("p", {}, said), ...Object.entries(profile.kinds).map(([kind, parts]) => {
      const large = parts.filter(([, cycles]) => cycles >= profile.cycles / 100);
      const rest = profile.cycles - large.reduce((sum, [, cycles]) => sum + cycles, 0);
      const rows = rest > 0 ? [...large, ["all others", rest]] : large;
      return make("table", { className: "shares" },
        make("caption", {}, `By ${kind}`),
        make("tbody", {}, ...rows.map(([name, cycles]) => {
          const percent = 100 * cycles / profile.cycles;
          const bar = make("span", { className: "share", ariaHidden: "true" });
          bar.style.width = `${percent}%`;
          return make("tr", {}, make("th", { scope: "row" }, name),
            make("td", {}, `${percent.toFixed(1)}\u00a0%`), make("td", {}, bar));
        })));
    })];
  }

  /** The placement as pictures: the device, and a close-up when the design fills little of it. */
  function drawPlacement(placement) {
    const bytes = Uint8Array.from(atob(placement.tiles), (c) => c.charCodeAt(0));
    const tiles = Array.from({ length: bytes.length / 4 }, (_, i) => bytes.subarray(4 * i, 4 * i + 4));
    // All but the outermost hundredth at each side: clock buffers lie far from the rest.
    const range = (k) => {
      const sorted = tiles.map((tile) => tile[k]).sort((a, b) => a - b);
      const cut = Math.floor(sorted.length / 100);
      return [sorted[cut], sorted[sorted.length - 1 - cut] + 1];
    };
    const whole = [[0, placement.columns], [0, placement.rows]];
    const close = [range(0), range(1)];
    const size = ([[left, right], [top, bottom]]) => (right - left) * (bottom - top);
    const pictures = [paintTiles("placement", "the device", placement, tiles, whole)];
    if (tiles.length && size(close) < 0.25 * size(whole)) {
      pictures.push(paintTiles("close-up", "close-up", placement, tiles, close));
    }
    const legend = make("ul", { className: "legend" }, ...placement.groups.map((group, i) =>
      make("li", {}, dot(`--family-${i % 6}`), `${group.name} (${show(group.cells)})`)));
    return [...pictures, legend];
  }

  /** A window of the device: a square per tile, in its group's colour, the stronger the fuller. */
  function paintTiles(id, label, placement, tiles, [[left, right], [top, bottom]]) {
    const scale = Math.max(6, Math.floor(756 / (right - left)));
    const cells = placement.groups.map((group) => `${group.cells} cells of ${group.name}`).join(", ");
    const canvas = make("canvas", {
      id, width: (right - left) * scale, height: (bottom - top) * scale, role: "img",
      "aria-label": `Placement, ${label}: ${cells}`,
    });
    const context = canvas.getContext("2d");
    const colors = placement.groups.map((_, i) => css(`--family-${i % 6}`));
    context.fillStyle = css("--page");
    context.fillRect(0, 0, canvas.width, canvas.height);
    for (const [x, y, group, fill] of tiles) {
      context.globalAlpha = 0.35 + 0.65 * (fill / 255);
      context.fillStyle = colors[group];
      context.fillRect((x - left) * scale, (y - top) * scale, scale - 1, scale - 1);
    }
    return canvas;
  }

  // An address may end in anything, also in a % that is no escape.
  function decoded(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }

  function choose(design) {
    if (!byName.has(design) || design === state.chosen) return;
    state.chosen = design;
    history.replaceState(null, "", `#${design}`);
    for (const row of element("table").tBodies[0].rows) {
      row.setAttribute("aria-selected", String(row.dataset.design === design));
    }
    drawDetails();
    drawScatter();
  }

  // ---- what to take -------------------------------------------------------------------------

  const CRITERIA = [
    ["area", ["area_ge", "lut4", "lut6"], 1], ["throughput", ["gbit_per_s", "bits_per_cycle"], 1],
    ["latency", ["latency_ns", "latency_cycles"], 1], ["energy", ["pj_per_byte"], 1], ["frequency", ["fmax_mhz"], 0],
  ];

  /** The criteria that there are figures for, with their axes. */
  const criteria = () => CRITERIA.flatMap(([name, keys, weight]) => {
    const axis = keys.map(axisOf).find(Boolean);
    return axis ? [{ name, axis, weight }] : [];
  });

  /**
   * Designs that take whole messages, best first, by the weighted mean of how far each figure is
   * from the mean of its logarithm, in standard deviations.
   */
  function recommended() {
    const used = criteria().map((each) => ({ ...each, weight: state.weights.get(each.name) ?? each.weight }))
      .filter((each) => each.weight > 0);
    const some = points.filter((point) => point.whole_message && isShown(point)
      && used.every(({ axis }) => point[axis.key] > 0));
    const total = used.reduce((sum, each) => sum + each.weight, 0);
    const scores = some.map(() => 0);
    for (const { axis, weight } of used) {
      const values = some.map((point) => -cost(axis, 1) * Math.log(point[axis.key]));
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1;
      values.forEach((value, i) => { scores[i] += (weight / total) * ((value - mean) / deviation); });
    }
    return some.map((point, i) => ({ point, score: scores[i] })).sort((a, b) => b.score - a.score);
  }

  function drawRecommendation() {
    const best = recommended().slice(0, 5);
    element("recommended").textContent = best.length
      ? `Take ${best[0].point.design}` : "No design that is shown takes whole messages and has these figures";
    element("ranking").replaceChildren(...best.map(({ point, score }) => {
      const name = make("button", { type: "button" }, point.design);
      name.addEventListener("click", () => choose(point.design));
      const said = criteria().map(({ axis }) => withUnit(point[axis.key], axis.unit)).join(", ");
      return make("li", {}, dot(familyVariable(point.family)), name, ` ${score.toFixed(2)}: ${said}`);
    }));
  }

  function setUpWeights() {
    element("weights").replaceChildren(make("legend", {}, "Weights"), ...criteria().map(({ name, axis, weight }) => {
      const said = make("output", { for: `weight-${name}` });
      const slider = make("input", {
        type: "range", id: `weight-${name}`, min: 0, max: 5, step: 0.5, value: state.weights.get(name) ?? weight,
      });
      const tell = () => {
        said.textContent = slider.value;
        slider.setAttribute("aria-valuetext", `${slider.value}, ${axis.label}: ${axis.better} is better`);
      };
      slider.addEventListener("input", () => {
        state.weights.set(name, Number(slider.value));
        tell();
        drawRecommendation();
      });
      tell();
      return make("label", { for: slider.id }, name, slider, said);
    }));
  }

  // ---- crossover ----------------------------------------------------------------------------

  const COSTS = {
    cycles: ["cycles", (p) => p.latency_cycles, (p) => 8 / p.bits_per_cycle],
    time: ["ns", (p) => p.latency_cycles * p.period_ns, (p) => (8 / p.bits_per_cycle) * p.period_ns],
    energy: ["pJ", (p) => p.pj_per_hash64, (p) => p.pj_per_byte],
  };
  const LONE_BYTES = 64;
  const MOST_LINES = 12;

  /** Cost over message size, by the two sizes that were measured: 64 bytes, and long messages. */
  function drawCrossover() {
    const [unit, first, slope] = COSTS[element("cost").value];
    const known = (point) => first(point) > 0 && slope(point) > 0;
    let some = points.filter((point) => point.whole_message && isShown(point) && known(point));
    if (some.length > MOST_LINES) some = some.filter((point) => point.on_front || !point.design.includes("-"));
    if (some.length > MOST_LINES) some = some.slice(0, MOST_LINES);
    element("crossover-empty").hidden = some.length > 0;
    element("crossover").hidden = !some.length;
    const sizes = Array.from({ length: 41 }, (_, i) => Math.round(LONE_BYTES * 2 ** (i / 4)));
    const at = (point, size) => first(point) + (size - LONE_BYTES) * slope(point);
    const dashes = ["solid", "dash", "dot", "dashdot", "longdash"];
    const nth = {};
    Plotly.react(element("crossover"), some.map((point) => {
      nth[point.family] = (nth[point.family] ?? -1) + 1;
      return {
        x: sizes, y: sizes.map((size) => at(point, size)), mode: "lines", name: point.design,
        line: { color: css(familyVariable(point.family)), width: 2, dash: dashes[nth[point.family] % dashes.length] },
        hovertemplate: `<b>${point.design}</b><br>%{x} bytes: %{y:,.4~g} ${unit}<extra></extra>`,
      };
    }), {
      margin: { l: 60, r: 24, t: 10, b: 50 }, paper_bgcolor: "transparent", plot_bgcolor: "transparent",
      font: font(), hoverlabel: hoverlabel(), showlegend: true, dragmode: false,
      legend: legend(false),
      xaxis: {
        ...axisLayout({ label: "Message size", unit: "bytes" }, true),
        ...ticks(element("crossover").clientWidth < NARROW_PX, sizes, true), fixedrange: true,
      },
      yaxis: { ...axisLayout({ label: "Cost of a message", unit }, true), fixedrange: true },
    }, { ...plotOptions, displayModeBar: false });
    element("crossings").replaceChildren(...(some.length > 1 ? crossings(some, first, slope) : [])
      .map((text) => make("li", {}, text)));
  }

  /** Which design costs least at which sizes: the lines that no other one is below. */
  function crossings(some, first, slope) {
    const sizeOfSame = (one, other) => LONE_BYTES + (first(other) - first(one)) / (slope(one) - slope(other));
    const cheaper = (a, b) => first(a) < first(b) || (first(a) === first(b) && slope(a) <= slope(b));
    let best = some.reduce((a, b) => (cheaper(a, b) ? a : b));
    let from = LONE_BYTES;
    const said = [];
    for (;;) {
      const flatter = some.filter((point) => slope(point) < slope(best));
      if (!flatter.length) break;
      const next = flatter.reduce((a, b) => (sizeOfSame(best, a) <= sizeOfSame(best, b) ? a : b));
      const to = sizeOfSame(best, next);
      if (Math.round(to) > Math.round(from)) {
        said.push(`${best.design} costs least from ${show(Math.round(from))} to ${show(Math.round(to))} bytes`);
      }
      [best, from] = [next, Math.max(from, to)];
    }
    return [...said, `${best.design} costs least ${said.length ? `from ${show(Math.round(from))} bytes on` : "at every size"}`];
  }

  // ---- memory use ---------------------------------------------------------------------------

  const MOST_BARS = 40;

  function drawMemory() {
    let some = points.filter((point) => (point.port_utilization ?? null) !== null);
    const every = some.length;
    if (some.length > MOST_BARS) some = some.filter((point) => point.on_front);
    some = some.slice(0, MOST_BARS).sort((a, b) => a.port_utilization - b.port_utilization);
    element("memory-left").textContent = some.length < every
      ? ` Of ${show(every)} designs, ${some.length} on the front are shown.` : "";
    element("memory-card").hidden = !some.length;
    if (!some.length) return;
    const names = some.map((point) => point.design);
    const percent = (value) => 100 * value;
    const published = percent(data.published_utilization);
    const plot = element("memory");
    plot.style.height = `${90 + 26 * some.length}px`;
    Plotly.react(plot, [
      {
        type: "bar", orientation: "h", name: "measured", y: names, x: some.map((p) => percent(p.port_utilization)),
        marker: { color: some.map((point) => css(familyVariable(point.family))) }, width: 0.6,
        text: some.map((p) => `${percent(p.port_utilization).toFixed(1)}\u00a0%`), textposition: "inside",
        insidetextanchor: "start", insidetextfont: { color: css("--card"), size: 12 }, constraintext: "none",
        hovertemplate: "<b>%{y}</b><br>measured: %{x:.2f} %<extra></extra>",
      },
      {
        type: "scatter", mode: "markers", name: "bound", y: names, x: some.map((p) => percent(p.bound_utilization)),
        marker: { symbol: "line-ns", size: 17, line: { width: 3, color: css("--ink") } },
        hovertemplate: "<b>%{y}</b><br>bound: %{x:.2f} %<extra></extra>",
      },
    ], {
      margin: { l: 20, r: 24, t: 30, b: 45 }, paper_bgcolor: "transparent", plot_bgcolor: "transparent",
      font: font(), hoverlabel: hoverlabel(), showlegend: false, dragmode: false,
      xaxis: {
        title: { text: "memory port in use (%)", standoff: 8 }, range: [0, 104], fixedrange: true,
        gridcolor: css("--line"), zeroline: false,
      },
      yaxis: { automargin: true, fixedrange: true, ticks: "outside", ticklen: 4, tickcolor: "transparent" },
      shapes: [{
        type: "line", x0: published, x1: published, y0: 0, y1: 1, yref: "paper",
        line: { color: css("--quiet"), width: 1.5, dash: "dash" },
      }],
      annotations: [{
        x: published, y: 1, yref: "paper", yanchor: "bottom", xanchor: "right", showarrow: false,
        text: `published peak ${published.toFixed(0)} %`, font: { color: css("--quiet"), size: 11 },
      }],
    }, { ...plotOptions, displayModeBar: false });
  }

  // ---- controls -----------------------------------------------------------------------------

  function refresh() {
    state.rows = 0;
    drawTable();
    drawScatter();
    drawRecommendation();
    drawCrossover();
  }

  /** What depends on the data: options of controls, and the families. */
  function fill() {
    for (const id of ["x", "y", "x2", "y2"]) {
      const select = element(id);
      const before = select.value;
      select.replaceChildren(...axes.map((axis) => make("option", { value: axis.key }, title(axis))));
      select.value = axisOf(before) ? before : (data.start[id].find(axisOf) ?? axes[0]?.key);
    }
    const chosen = element("algorithm").value;
    const names = [...new Set(families.flatMap((family) => data.serves[family] ?? []))].sort();
    element("algorithm").replaceChildren(make("option", { value: "" }, "as explored"),
      ...names.map((name) => make("option", { value: name }, name)));
    element("algorithm").value = names.includes(chosen) ? chosen : "";
    element("families").replaceChildren(make("legend", {}, "Families"), ...families.map((family) => {
      const chip = make("button", { type: "button", className: "chip", "aria-pressed": String(!state.hidden.has(family)) },
        dot(familyVariable(family)), family);
      chip.addEventListener("click", () => {
        if (!state.hidden.delete(family)) state.hidden.add(family);
        chip.setAttribute("aria-pressed", String(!state.hidden.has(family)));
        refresh();
      });
      return chip;
    }));
    const best = points.filter((point) => point.on_front).length;
    const placed = points.filter((point) => point.placed).length;
    element("summary").textContent = `${show(points.length)} designs simulated${points.every(mapped) ? " and synthesized" : ""}, every digest checked; `
      + `${show(best)} on the Pareto front over area, throughput, latency, frequency and the algorithms served`
      + `${placed ? `; ${show(placed)} placed and routed` : ""}.`;
    element("running").hidden = !data.running;
    const energies = axes.some((axis) => axis.key === "pj_per_byte");
    element("cost").querySelector('[value="energy"]').disabled = !energies;
    drawHead();
    setUpWeights();
  }

  /** All pictures anew, in the colours that there are now. */
  function paint() {
    drawScatter();
    drawCrossover();
    drawMemory();
    drawDetails();
  }

  /** Everything anew. */
  function draw() {
    fill();
    refresh();
    drawMemory();
    drawDetails();
  }

  function setUp() {
    for (const id of ["x", "y", "x2", "y2"]) {
      element(`${id}-log`).checked = true;
      element(id).addEventListener("change", drawScatter);
      element(`${id}-log`).addEventListener("change", drawScatter);
    }
    element("names").addEventListener("change", drawScatter);
    element("cost").addEventListener("change", drawCrossover);
    element("save").addEventListener("click", save);
    element("unbrush").addEventListener("click", () => brush(null));
    element("more").addEventListener("click", () => {
      state.rows += 1000;
      drawTable();
    });
    element("algorithm").addEventListener("change", () => {
      load();
      refresh();
    });
    element("text").addEventListener("input", (event) => {
      state.text = event.target.value.trim();
      refresh();
    });
    element("front-only").addEventListener("change", (event) => {
      state.frontOnly = event.target.checked;
      refresh();
    });
    element("filters").addEventListener("submit", (event) => event.preventDefault());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
    for (const [event, isPaper] of [["beforeprint", true], ["afterprint", false]]) {
      window.addEventListener(event, () => {
        document.documentElement.classList.toggle("paper", isPaper);
        paint();
      });
    }
  }

  const LIVE_MS = 2000;

  /** Ask the server for what is new, until nothing more is to come. */
  async function follow() {
    try {
      const answer = await fetch("data.json");
      if (answer.ok) {
        const text = await answer.text();
        if (text !== follow.last) {
          follow.last = text;
          Object.assign(data, JSON.parse(text));
          load();
          draw();
          if (!state.chosen) choose(data.start.design);
        }
      }
    } catch {
      // The server has ended; what is here stays.
    }
    setTimeout(follow, LIVE_MS);
  }

  setUp();
  load();
  draw();
  for (const [id] of CHARTS) {
    element(id).on("plotly_click", (event) => {
      const custom = event.points[0].customdata;
      if (custom) choose(custom[0]);
    });
    element(id).on("plotly_selected", (event) => {
      if (!event?.range) return;
      const [x, y] = CHARTS.find((chart) => chart[0] === id).slice(1).map((key) => element(key).value);
      const within = (value, [a, b]) => value >= Math.min(a, b) && value <= Math.max(a, b);
      brush(new Set(points.filter((point) => isShown(point) && within(point[x], event.range.x)
        && within(point[y], event.range.y)).map((point) => point.design)));
    });
  }
  choose(decoded(location.hash.slice(1)));
  if (!state.chosen) choose(data.start.design);
  if (document.documentElement.dataset.live) follow();
})();
