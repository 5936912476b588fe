"use strict";
// Draws the curves of the page anew when a person zooms, smooths or changes the scale, and links findings to them.
// Texts are only ever set as text, never as markup.
(() => {
  const W = 720, H = 190, L = 60, R = 10, T = 12, B = 24, DOTTED = 80;
  const parts = [0.5, 1, 2, 5, 10, 20];
  const SVG = "http://www.w3.org/2000/svg";
  const runs = JSON.parse(document.getElementById("data").textContent).runs;
  const byId = (id) => document.getElementById(id);
  const state = { smooth: 0, log: null, zoom: runs.map(() => null) };
  const curves = [];

  const number = (v, digits = 3) => {
    if (!Number.isFinite(v)) return Number.isNaN(v) ? "NaN" : v > 0 ? "Inf" : "-Inf";
    const size = Math.abs(v), cut = Number(v.toPrecision(digits));
    if (size && (size < 1e-3 || size >= 1e5)) return cut.toExponential().replace("e+", "e");
    return cut.toLocaleString("en", { maximumFractionDigits: 15 });
  };
  // With as many digits as it takes that no two are the same.
  const numbers = (values) => {
    let found = [];
    for (let digits = 3; digits < 13; digits++) {
      found = values.map((v) => number(v, digits));
      if (new Set(found).size === values.length) break;
    }
    return found;
  };
  const share = (v, low, high) => {
    const reach = high / 2 - low / 2;
    return reach > 0 ? (v / 2 - low / 2) / reach : 0.5;
  };
  const make = (parent, tag, attributes, text) => {
    const one = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
    if (text !== undefined) one.textContent = text;
    parent.append(one);
    return one;
  };

  // About five round numbers of a range; on a logarithmic scale powers of ten where there are some.
  const ticks = (low, high, log) => {
    if (log) {
      const first = Math.ceil(Math.log10(low)), last = Math.floor(Math.log10(high)), found = [];
      const wide = Math.max(1, Math.floor((last - first) / 4) + 1);
      for (let power = first; power <= last; power += wide) found.push(10 ** power);
      if (last - first >= 1) return found;
    }
    const reach = high / 4 - low / 4;
    if (!(reach > 0 && Number.isFinite(reach))) return [low];
    const size = 10 ** Math.floor(Math.log10(reach));
    const wide = [1, 2, 5, 10].map((one) => one * size).find((one) => one >= reach * 0.75) || 10 * size;
    const found = [];
    for (let n = Math.ceil(low / wide); found.length < 10 && n * wide <= high; n++) found.push(n * wide);
    return found;
  };

  // ------------------------------------------------------------ one curve

  const window_ = (curve) => state.zoom[curve.run] || curve.span;
  const logarithmic = (curve) => curve.positive && (state.log === null ? curve.log : state.log);
  const level = (curve) => Math.min(state.smooth, curve.s ? curve.s.length : 0);

  const frameOf = (curve) => {
    const [left, right] = window_(curve), log = logarithmic(curve);
    let low = Infinity, high = -Infinity;
    for (let i = 0; i < curve.x.length; i++) {
      const v = curve.y[i];
      if (curve.x[i] < left || curve.x[i] > right || !Number.isFinite(v) || (log && v <= 0)) continue;
      low = Math.min(low, v); high = Math.max(high, v);
    }
    if (low > high) { low = log ? 0.1 : 0; high = 1; }
    if (log) { low /= 1.1; high = Math.min(high * 1.1, 1.7e308); }
    else if (low === high) { const reach = Math.abs(low) * 0.05 || 1; low -= reach; high += reach; }
    else { const pad = 0.04 * (high / 2 - low / 2); low = Math.max(low - pad, -1.7e308); high = Math.min(high + pad, 1.7e308); }
    const [a, b] = log ? [Math.log10(low), Math.log10(high)] : [low, high];
    return {
      left, right, low, high, log,
      x: (step) => L + (W - L - R) * share(step, left, right),
      y: (v) => T + (H - T - B) * (1 - share(log ? Math.log10(v) : v, a, b)),
      step: (px) => left + (right - left) * Math.min(1, Math.max(0, (px - L) / (W - L - R))),
    };
  };

  const path = (xs, ys, frame, dots) => {
    let d = "", pen = false;
    for (let i = 0; i < xs.length; i++) {
      const v = ys[i];
      const next = xs[Math.min(i + 1, xs.length - 1)], before = xs[Math.max(i - 1, 0)];
      if (next < frame.left || before > frame.right) continue;
      if (!Number.isFinite(v) || (frame.log && v <= 0)) { pen = false; continue; }
      const at = frame.x(xs[i]).toFixed(1) + " " + frame.y(v).toFixed(1);
      d += dots || !pen ? "M" + at + "h0" : "L" + at;
      pen = true;
    }
    return d;
  };
  const triangles = (curve, frame) => {
    const found = new Map();
    for (let i = 0; i < curve.x.length; i++) {
      const v = curve.y[i];
      if (Number.isFinite(v) || curve.x[i] < frame.left || curve.x[i] > frame.right) continue;
      const x = frame.x(curve.x[i]), down = v < 0;
      found.set(Math.round(x) + (down ? "d" : "u"),
        down ? "M" + x.toFixed(1) + " " + (H - B) + "l-4-7h8z" : "M" + x.toFixed(1) + " " + (T - 8) + "l-4 7h8z");
    }
    return [...found.values()].join("");
  };

  const grid = (curve, frame) => {
    curve.grid.replaceChildren();
    const levels = ticks(frame.low, frame.high, frame.log), names = numbers(levels);
    for (const [place, value] of levels.entries()) {
      const y = frame.y(value).toFixed(1);
      make(curve.grid, "line", { x1: L, x2: W - R, y1: y, y2: y });
      make(curve.grid, "text", { x: L - 6, y, dy: 4, "text-anchor": "end" }, names[place]);
    }
    for (const step of ticks(frame.left, frame.right, false)) {
      if (step !== Math.round(step)) continue;
      const label = Math.abs(step) < 1e15 ? step.toLocaleString("en") : number(step);
      make(curve.grid, "text", { x: frame.x(step).toFixed(1), y: H - 6, "text-anchor": "middle" }, label);
    }
  };
  const bands = (curve, frame) => {
    for (const [name, first, last] of curve.bands) {
      const rect = byId(name), gone = last < frame.left || first > frame.right;
      const left = frame.x(Math.max(first, frame.left)), right = frame.x(Math.min(last, frame.right));
      rect.setAttribute("x", (left - 1.5).toFixed(1));
      rect.setAttribute("width", gone ? 0 : Math.max(3, right - left + 3).toFixed(1));
    }
  };

  const draw = (curve) => {
    const frame = frameOf(curve), stop = level(curve);
    curve.frame = frame;
    grid(curve, frame);
    bands(curve, frame);
    curve.raw.setAttribute("d", path(curve.x, curve.y, frame, false));
    curve.raw.setAttribute("class", stop ? "raw behind" : "raw");
    curve.dots.setAttribute("d", !stop && curve.x.length <= DOTTED ? path(curve.x, curve.y, frame, true) : "");
    curve.smooth.setAttribute("d", stop ? path(curve.sx, curve.s[stop - 1], frame, false) : "");
    curve.broken.setAttribute("d", triangles(curve, frame));
    const lost = frame.log ? curve.y.filter((v) => v <= 0 && Number.isFinite(v)).length : 0;
    curve.scale.textContent = (frame.log ? "logarithmic" : "")
      + (state.log && !curve.positive ? "no value above zero" : "")
      + (lost ? ", values at or below zero left out" : "")
      + (stop ? (frame.log ? ", " : "") + "means over " + curve.w[stop - 1].toLocaleString("en") + " points" : "");
  };
  const drawAll = (run) => curves.filter((one) => run === undefined || one.run === run).forEach(draw);

  // ------------------------------------------------- what a person does

  const nearest = (curve, step) => {
    let low = 0, high = curve.x.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (curve.x[middle] < step) low = middle; else high = middle;
    }
    return Math.abs(curve.x[low] - step) <= Math.abs(curve.x[high] - step) ? low : high;
  };
  const point = (run, step) => {
    for (const curve of curves.filter((one) => one.run === run)) {
      if (step === null) { curve.at.textContent = ""; curve.cursor.setAttribute("visibility", "hidden"); continue; }
      const i = nearest(curve, step), x = curve.frame.x(curve.x[i]).toFixed(1);
      curve.at.textContent = runs[run].unit + " " + curve.x[i].toLocaleString("en") + ": " + number(curve.y[i]);
      curve.cursor.setAttribute("visibility", "visible");
      curve.cursor.setAttribute("x1", x); curve.cursor.setAttribute("x2", x);
    }
  };
  const pixel = (curve, event) => {
    const box = curve.svg.getBoundingClientRect();
    return (event.clientX - box.left) * W / box.width;
  };
  const zoom = (run, range) => {
    state.zoom[run] = range;
    byId("whole").disabled = state.zoom.every((one) => one === null);
    drawAll(run);
  };
  const listen = (curve) => {
    let start = null;
    curve.svg.addEventListener("pointermove", (event) => {
      const px = pixel(curve, event);
      point(curve.run, curve.frame.step(px));
      if (start === null) return;
      curve.chosen.setAttribute("x", Math.min(start, px));
      curve.chosen.setAttribute("width", Math.abs(px - start));
    });
    curve.svg.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || event.pointerType === "touch") return;
      start = pixel(curve, event);
      curve.svg.setPointerCapture(event.pointerId);
    });
    const end = (event) => {
      const px = pixel(curve, event), ends = start === null ? null : [Math.min(start, px), Math.max(start, px)];
      start = null;
      curve.chosen.setAttribute("width", 0);
      if (ends && ends[1] - ends[0] > 5) zoom(curve.run, ends.map(curve.frame.step));
    };
    curve.svg.addEventListener("pointerup", end);
    curve.svg.addEventListener("pointercancel", () => { start = null; curve.chosen.setAttribute("width", 0); });
    curve.svg.addEventListener("pointerleave", () => point(curve.run, null));
    curve.svg.addEventListener("dblclick", () => zoom(curve.run, null));
  };

  const links = [...document.querySelectorAll("a[data-band]")].filter((one) => byId(one.dataset.band));
  const show = (link, on) => {
    byId(link.dataset.band).classList.toggle("on", on);
    link.closest("tr").classList.toggle("on", on);
  };
  for (const link of links) {
    const row = link.closest("tr"), band = byId(link.dataset.band);
    row.addEventListener("pointerenter", () => show(link, true));
    row.addEventListener("pointerleave", () => show(link, document.activeElement === link));
    link.addEventListener("focus", () => show(link, true));
    link.addEventListener("blur", () => show(link, false));
    link.addEventListener("click", (event) => {
      event.preventDefault();
      links.forEach((one) => show(one, one === link));
      band.closest("figure").scrollIntoView({ block: "nearest" });
      history.replaceState(null, "", link.getAttribute("href"));
    });
  }
  const walk = (by) => {
    if (!links.length) return;
    const at = links.indexOf(document.activeElement);
    const next = links[at < 0 ? (by > 0 ? 0 : links.length - 1) : (at + by + links.length) % links.length];
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
    byId(next.dataset.band).closest("figure").scrollIntoView({ block: "nearest" });
  };

  const scale = () => {
    state.log = !(state.log === null ? curves.some((one) => one.log) : state.log);
    byId("log").setAttribute("aria-pressed", String(state.log));
    drawAll();
  };
  const whole = () => runs.forEach((_, run) => { if (state.zoom[run]) zoom(run, null); });
  const smooth = () => {
    state.smooth = Number(byId("smooth").value);
    byId("smoothed").textContent = state.smooth ? parts[state.smooth - 1] + " % of the points" : "off";
    drawAll();
  };
  const theme = () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  };

  // ------------------------------------------------------------ the start

  runs.forEach((run, place) => {
    for (const data of run.curves) {
      const figure = byId(data.id), svg = figure.querySelector("svg");
      const layer = (name) => svg.querySelector("path." + name) || make(svg, "path", { class: name });
      const at = document.createElement("output");
      at.className = "at";
      figure.querySelector("figcaption").append(at);
      svg.classList.add("live");
      const curve = {
        ...data, run: place, y: data.y.map(Number), s: data.s && data.s.map((one) => one.map(Number)), svg, at,
        span: run.span, grid: svg.querySelector(".grid"), raw: layer("raw"), smooth: layer("smooth"), dots: layer("dots"),
        broken: layer("broken"), scale: figure.querySelector(".scale"),
        cursor: make(svg, "line", { class: "cursor", y1: T, y2: H - B, visibility: "hidden" }),
        chosen: make(svg, "rect", { class: "chosen", y: T, height: H - T - B, width: 0 }),
      };
      curve.positive = curve.y.some((v) => v > 0 && Number.isFinite(v));
      curves.push(curve);
      draw(curve);
      listen(curve);
    }
  });
  byId("log").setAttribute("aria-pressed", String(curves.some((one) => one.log)));
  byId("log").addEventListener("click", scale);
  byId("whole").addEventListener("click", whole);
  byId("theme").addEventListener("click", theme);
  byId("smooth").addEventListener("input", smooth);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = { j: () => walk(1), k: () => walk(-1), l: scale, Escape: whole }[event.key];
    if (act) act();
  });
  document.querySelector(".controls").hidden = false;
  document.documentElement.dataset.script = "ran";
})();
