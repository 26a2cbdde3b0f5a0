// SPDX-License-Identifier: Apache-2.0
"use strict";

(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byName = new Map(data.points.map((point) => [point.design, point]));
  const families = [...new Set(data.points.map((point) => point.family))].sort();
  const axes = data.axes.filter((axis) => data.points.some((point) => point[axis.key] !== null));
  const state = {
    x: axes[0].key, y: axes[0].key, text: "", hidden: new Set(), frontOnly: false,
    sort: null, descending: false, chosen: null,
  };
  const element = (id) => document.getElementById(id);
  const axisOf = (key) => axes.find((axis) => axis.key === key);

  // ---- small things -------------------------------------------------------------------------

  /** A new element with properties and children; text children are text, never markup. */
  function make(tag, properties = {}, ...children) {
    const node = document.createElement(tag);
    for (const [key, value] of Object.entries(properties)) {
      if (key.includes("-") || key === "role" || key === "scope") node.setAttribute(key, value);
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
  const short = (point) => point.design.replace(`${point.family}-`, "");

  // ---- which points are shown ---------------------------------------------------------------

  function isShown(point) {
    if (state.hidden.has(point.family) || (state.frontOnly && !point.on_front)) return false;
    const parameters = Object.entries(point.parameters).map(([key, value]) => `${key}=${value}`);
    const haystack = [point.design, ...parameters].join(" ").toLowerCase();
    return state.text.toLowerCase().split(/\s+/).every((word) => haystack.includes(word));
  }

  // ---- the scatter --------------------------------------------------------------------------

  const cost = (axis, value) => (axis.better === "less" ? value : -value);

  /**
   * The points that no other one beats on the two chosen axes, from left to right.
   *
   * What `hashfab.explore.pareto` does, for what only the page knows: these axes and this filter.
   */
  function frontOn(points, x, y) {
    const beats = (a, b) => {
      const dx = cost(x, a[x.key]) - cost(x, b[x.key]);
      const dy = cost(y, a[y.key]) - cost(y, b[y.key]);
      return dx <= 0 && dy <= 0 && (dx < 0 || dy < 0);
    };
    return points
      .filter((point) => !points.some((other) => beats(other, point)))
      .sort((a, b) => a[x.key] - b[x.key] || a[y.key] - b[y.key]);
  }

  /** A place for each point's name where it covers neither a point nor another name. */
  function namePlaces(points, xs, ys, width, height) {
    const scaled = (values, isLog, size) => {
      const list = values.map((value) => (isLog ? Math.log10(value) : value));
      const low = Math.min(...list);
      const span = Math.max(...list) - low || 1;
      return list.map((value) => ((value - low) / span) * size);
    };
    const px = scaled(xs, element("x-log").checked, width);
    const py = scaled(ys, element("y-log").checked, height);
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

  function axisLayout(axis, isLog) {
    return {
      title: { text: title(axis), standoff: 8 }, type: isLog ? "log" : "linear", automargin: true,
      gridcolor: css("--line"), zeroline: false, linecolor: css("--line"), tickcolor: css("--line"),
      tickformat: ",.4~r", ...(isLog ? { dtick: "D2" } : {}),
    };
  }

  const font = () => ({ family: "system-ui, sans-serif", size: 12, color: css("--ink") });
  const hoverlabel = () => ({ bgcolor: css("--card"), bordercolor: css("--line"), font: font() });
  const plotOptions = {
    responsive: true, displaylogo: false,
    modeBarButtons: [["zoom2d", "pan2d", "resetScale2d", "toImage"]],
  };

  function drawScatter() {
    const x = axisOf(state.x);
    const y = axisOf(state.y);
    const xLog = element("x-log").checked;
    const yLog = element("y-log").checked;
    const fits = (value, isLog) => value !== null && (!isLog || value > 0);
    const points = data.points.filter(
      (point) => isShown(point) && fits(point[x.key], xLog) && fits(point[y.key], yLog));
    const xs = points.map((point) => point[x.key]);
    const ys = points.map((point) => point[y.key]);
    const plot = element("scatter");
    const places = element("names").checked
      ? namePlaces(points, xs, ys, plot.clientWidth - 150, plot.clientHeight - 110)
      : points.map(() => null);

    const traces = [];
    const scopes = [["whole messages", true, "solid"], ["permutation alone", false, "dot"]];
    for (const [label, whole, dash] of scopes) {
      const line = frontOn(points.filter((point) => point.whole_message === whole), x, y);
      if (line.length < 1) continue;
      traces.push({
        x: line.map((point) => point[x.key]), y: line.map((point) => point[y.key]), mode: "lines",
        name: `front, ${label}`, line: { color: css("--quiet"), width: 1.5, dash }, hoverinfo: "skip",
      });
    }
    for (const family of families) {
      const indices = points.map((_, i) => i).filter((i) => points[i].family === family);
      if (!indices.length) continue;
      const own = indices.map((i) => points[i]);
      const color = css(familyVariable(family));
      traces.push({
        x: indices.map((i) => xs[i]), y: indices.map((i) => ys[i]), name: family, mode: "markers+text", showlegend: false,
        customdata: own.map((point) => [point.design, point.placed ? "placed and routed" : "synthesized"]),
        text: indices.map((i) => (places[i] ? short(points[i]) : "")),
        textposition: indices.map((i) => places[i] ?? "top center"),
        textfont: { size: 11, color: css("--quiet") },
        marker: {
          opacity: 1,
          size: own.map((point) => (point.design === state.chosen ? 17 : 11)),
          color: own.map((point) => (point.on_front ? color : css("--card"))),
          line: {
            width: own.map((point) => (point.design === state.chosen ? 3.5 : 2)),
            color: own.map((point) => (point.design === state.chosen ? css("--ink") : color)),
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
      xaxis: axisLayout(x, xLog), yaxis: axisLayout(y, yLog), showlegend: true,
      legend: { orientation: "h", y: 1.02, yanchor: "bottom", x: 0, itemclick: false, itemdoubleclick: false },
    };
    Plotly.react(plot, traces, layout, plotOptions);
    const left = data.points.filter(isShown).length - points.length;
    element("chart-note").textContent = "Filled points are on the Pareto front over area, throughput, latency "
      + "and frequency; the lines join the best on the two axes shown."
      + (left ? ` ${left} shown in the table only: no figure on these axes.` : "");
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

  function drawTable() {
    for (const cell of element("table").tHead.rows[0].cells) {
      const direction = state.descending ? "descending" : "ascending";
      cell.setAttribute("aria-sort", cell.dataset.key === state.sort ? direction : "none");
    }
    const rows = inOrder(data.points.filter(isShown)).map((point) => {
      const name = make("button", { type: "button" }, point.design);
      const row = make("tr", { "aria-selected": String(point.design === state.chosen) },
        make("td", {}, dot(familyVariable(point.family)), name),
        make("td", {}, point.on_front ? "yes" : ""),
        ...axes.map((axis) => make("td", {}, show(point[axis.key]))));
      row.dataset.design = point.design;
      row.addEventListener("click", () => choose(point.design));
      return row;
    });
    element("shown").textContent = `${rows.length} of ${data.points.length} shown`;
    const empty = make("tr", {}, make("td", { className: "empty", colSpan: axes.length + 2 }, "No design matches the filter."));
    element("table").tBodies[0].replaceChildren(...(rows.length ? rows : [empty]));
  }

  // ---- one design ---------------------------------------------------------------------------

  function list(entries) {
    return make("dl", {}, ...entries.flatMap(([key, value]) => [make("dt", {}, key), make("dd", {}, value)]));
  }

  function drawDetails() {
    const point = byName.get(state.chosen);
    if (!point) return;
    element("details-title").textContent = point.design;
    const badges = [[point.on_front ? "on the front" : "not on the front", point.on_front],
      [point.placed ? "placed and routed" : "synthesized, not placed", point.placed],
      [point.whole_message ? "whole messages" : "permutation alone", false]]
      .map(([text, good]) => make("span", { className: good ? "badge good" : "badge" }, text));
    const figures = axes.map((axis) => [axis.label, withUnit(point[axis.key], axis.unit)]);
    const body = [make("p", {}, ...badges), make("h3", {}, "Figures"), list(figures)];
    if (Object.keys(point.parameters).length) {
      body.push(make("h3", {}, "Parameters"), list(Object.entries(point.parameters).map(([k, v]) => [k, show(v)])));
    }
    const placement = data.placements[point.design];
    if (placement) body.push(make("h3", {}, `Placement on ${placement.device}`), ...drawPlacement(placement));
    body.push(make("h3", {}, "How it was measured"), list(point.how.map(([k, v]) => [k, show(v)])),
      make("h3", {}, "Measure it again"), make("pre", {}, make("code", {}, point.command)));
    element("details-body").replaceChildren(...body);
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
    const pictures = [paint("placement", "the device", placement, tiles, whole)];
    if (tiles.length && size(close) < 0.25 * size(whole)) {
      pictures.push(paint("close-up", "close-up", placement, tiles, close));
    }
    const legend = make("ul", { className: "legend" }, ...placement.groups.map((group, i) =>
      make("li", {}, dot(`--family-${i % 6}`), `${group.name} (${show(group.cells)})`)));
    return [...pictures, legend];
  }

  /** A window of the device: a square per tile, in its group's colour, the stronger the fuller. */
  function paint(id, label, placement, tiles, [[left, right], [top, bottom]]) {
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
    if (!byName.has(design)) return;
    state.chosen = design;
    history.replaceState(null, "", `#${design}`);
    for (const row of element("table").tBodies[0].rows) {
      row.setAttribute("aria-selected", String(row.dataset.design === design));
    }
    drawDetails();
    drawScatter();
  }

  // ---- memory use ---------------------------------------------------------------------------

  function drawMemory() {
    const points = data.points.filter((point) => point.port_utilization !== null)
      .sort((a, b) => a.port_utilization - b.port_utilization);
    element("memory-card").hidden = !points.length;
    if (!points.length) return;
    const names = points.map((point) => point.design);
    const percent = (value) => 100 * value;
    const published = percent(data.published_utilization);
    const plot = element("memory");
    plot.style.height = `${90 + 26 * points.length}px`;
    Plotly.react(plot, [
      {
        type: "bar", orientation: "h", name: "measured", y: names, x: points.map((p) => percent(p.port_utilization)),
        marker: { color: points.map((point) => css(familyVariable(point.family))) }, width: 0.6,
        text: points.map((p) => `${percent(p.port_utilization).toFixed(1)}\u00a0%`), textposition: "inside",
        insidetextanchor: "start", insidetextfont: { color: css("--card"), size: 12 }, constraintext: "none",
        hovertemplate: "<b>%{y}</b><br>measured: %{x:.2f} %<extra></extra>",
      },
      {
        type: "scatter", mode: "markers", name: "bound", y: names, x: points.map((p) => percent(p.bound_utilization)),
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
        x: published, y: 1, yref: "paper", yanchor: "bottom", showarrow: false,
        text: `published peak ${published.toFixed(0)} %`, font: { color: css("--quiet"), size: 11 },
      }],
    }, { ...plotOptions, displayModeBar: false });
  }

  // ---- controls -----------------------------------------------------------------------------

  function setUp() {
    for (const id of ["x", "y"]) {
      const select = element(id);
      select.append(...axes.map((axis) => make("option", { value: axis.key }, title(axis))));
      const wished = data.start[id].find(axisOf) ?? axes[0].key;
      select.value = wished;
      state[id] = wished;
      element(`${id}-log`).checked = true;
      select.addEventListener("change", () => {
        state[id] = select.value;
        drawScatter();
      });
      element(`${id}-log`).addEventListener("change", drawScatter);
    }
    element("names").addEventListener("change", drawScatter);
    const refresh = () => {
      drawTable();
      drawScatter();
    };
    element("text").addEventListener("input", (event) => {
      state.text = event.target.value.trim();
      refresh();
    });
    element("front-only").addEventListener("change", (event) => {
      state.frontOnly = event.target.checked;
      refresh();
    });
    for (const family of families) {
      const chip = make("button", { type: "button", className: "chip", "aria-pressed": "true" },
        dot(familyVariable(family)), family);
      chip.addEventListener("click", () => {
        if (!state.hidden.delete(family)) state.hidden.add(family);
        chip.setAttribute("aria-pressed", String(!state.hidden.has(family)));
        refresh();
      });
      element("families").append(chip);
    }
    element("filters").addEventListener("submit", (event) => event.preventDefault());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      drawScatter();
      drawMemory();
      drawDetails();
    });
  }

  setUp();
  drawHead();
  drawTable();
  drawScatter();
  drawMemory();
  element("scatter").on("plotly_click", (event) => {
    const custom = event.points[0].customdata;
    if (custom) choose(custom[0]);
  });
  choose(decoded(location.hash.slice(1)));
  if (!state.chosen) choose(data.start.design);
})();
