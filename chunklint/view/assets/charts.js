// Drawings in SVG, each with its numbers in words.
"use strict";

(() => {
  const { h, s, count, counted, percent } = chunklint;
  const WIDTH = 440;

  function drawing(height, label, ...parts) {
    return s("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": label }, parts);
  }

  /** A round number at or above `number`. */
  function rounded(number) {
    const power = 10 ** Math.floor(Math.log10(Math.max(number, 1)));
    return [1, 2, 2.5, 5, 10].map((step) => step * power).find((step) => step >= number) ?? number;
  }

  /** How many chunks have how many tokens. */
  chunklint.sizes = (tokens, name) => {
    if (!tokens.length) return h("p", { class: "empty" }, "No chunks.");
    const sorted = [...tokens].sort((a, b) => a - b);
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
    const most = rounded(Math.max(at(0.99) * 1.05, 10)); // a few huge ones must not flatten the rest
    const bins = 24;
    const counts = new Array(bins + 1).fill(0);
    for (const number of tokens) counts[number >= most ? bins : Math.floor((number / most) * bins)] += 1;
    const highest = Math.max(...counts); // of 25 numbers
    const [left, top, height, bottom] = [44, 12, 130, 142];
    const step = (WIDTH - left - 12) / (bins + 1);
    const bars = counts.map((number, index) =>
      number
        ? s("rect", {
            class: index === bins ? "bar beyond" : "bar",
            x: left + index * step + 1,
            width: step - 2,
            y: bottom - Math.max(1.5, (number / highest) * height),
            height: Math.max(1.5, (number / highest) * height),
          })
        : null,
    );
    const ticks = [0, 0.25, 0.5, 0.75, ...(counts[bins] ? [] : [1])].map((share) =>
      s("text", { class: "tick", x: left + share * bins * step, y: bottom + 16, "text-anchor": "middle" }, count(share * most)),
    );
    const label =
      `${name}: ${counted(tokens.length, "chunk")}, median ${count(at(0.5))} tokens, ` +
      `5 % below ${count(at(0.05))}, 5 % above ${count(at(0.95))}, largest ${count(sorted[sorted.length - 1])}`;
    const chart = drawing(
      182,
      label,
      s("line", { class: "axis", x1: left, x2: WIDTH - 12, y1: bottom, y2: bottom }),
      s("text", { class: "tick", x: left - 6, y: top + 8, "text-anchor": "end" }, count(highest)),
      s("text", { class: "tick", x: left - 6, y: bottom, "text-anchor": "end" }, "0"),
      bars,
      ticks,
      counts[bins] ? s("text", { class: "tick", x: WIDTH - 12, y: bottom + 16, "text-anchor": "end" }, `${count(most)} and more`) : null,
      s("text", { class: "tick", x: left + (bins * step) / 2, y: bottom + 34, "text-anchor": "middle" }, "tokens in a chunk; bar: number of chunks"),
    );
    return h("figure", {}, chart, h("figcaption", {}, label));
  };

  /** The share of units that each splitter keeps whole. `rows` are name and share. */
  chunklint.survival = (rows) => {
    const line = 30;
    const names = 130;
    const scale = WIDTH - names - 60;
    const parts = rows.map(([name, share], index) => {
      const y = 8 + index * line;
      const short = name.length > 18 ? `${name.slice(0, 17)}…` : name;
      return [
        s("text", { class: "name", x: names - 10, y: y + 15, "text-anchor": "end" }, short),
        s("rect", { class: "ground", x: names, y: y + 2, width: scale, height: 18 }),
        s("rect", { class: "bar", x: names, y: y + 2, width: Math.max(1, scale * share), height: 18 }),
        s("text", { class: "name", x: names + scale + 8, y: y + 15 }, percent(share)),
      ];
    });
    const label = `Units whole in some chunk: ${rows.map(([name, share]) => `${name} ${percent(share)}`).join(", ")}`;
    return h("figure", {}, drawing(rows.length * line + 12, label, parts), h("figcaption", {}, "Mean of the kinds of units, best first"));
  };
})();
