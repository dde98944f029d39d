// What colours, stripes and signs mean, and which keys there are.
"use strict";

(() => {
  const { h } = chunklint;

  const sample = (names, rails) =>
    h("span", { class: `sample ${names}`, "aria-hidden": "true" }, rails.map((rail, lane) => h("i", { class: `rail p${rail}`, vars: { "--lane": lane } })));

  chunklint.legend = () =>
    h(
      "details",
      { class: "legend" },
      h("summary", {}, "What the colours and signs mean"),
      h(
        "ul",
        {},
        h("li", {}, [0, 1, 2, 3].map((at) => sample(`single a${at} b${at}`, [at])), " a chunk: its bar is solid, dashed, double or dotted in turn"),
        h("li", {}, sample("shared a0 b1", [0, 1]), " overlap: striped, with the bars of both chunks"),
        h("li", {}, sample("outside", []), " in no chunk: no bar, dotted frame"),
        h("li", {}, sample("carried a0", [0]), " a heading that a chunk has in its path"),
        h("li", {}, h("span", { class: "severity error" }, "■ error"), " ", h("span", { class: "severity warning" }, "▲ warning"), " ", h("span", { class: "severity info" }, "● info"), " what is lost; a dashed frame: a rule that is off in your settings or by default"),
        h("li", {}, h("span", { class: "size" }, h("span", { class: "meter", "aria-hidden": "true" }, h("i", { vars: { width: "70%" } }))), " size of a chunk, of the limit or else of the largest chunk"),
      ),
    );

  const KEYS = [
    ["j / k", "next, previous chunk"],
    ["n / p", "next, previous finding"],
    ["e", "the chunk as embedded"],
    ["s / S", "next, previous splitter"],
    ["c", "side by side with the next splitter, or not"],
    ["i", "index of the pages"],
    ["t", "theme: as the system says, light or dark"],
    ["?", "this help"],
    ["Esc", "close"],
  ];

  /** The help; `changed` is told whether the keys are on. */
  chunklint.help = (changed) => {
    const on = h("input", { type: "checkbox", checked: true });
    on.addEventListener("change", () => changed(on.checked));
    const dialog = h("dialog", { class: "keys", "aria-labelledby": "help-title" });
    dialog.append(
      h("h2", { id: "help-title" }, "Keys"),
      h("dl", {}, KEYS.map(([keys, what]) => h("div", {}, h("dt", {}, keys.split(" / ").map((key, at) => [at > 0 && " / ", h("kbd", {}, key)])), h("dd", {}, what)))),
      h("p", {}, h("label", {}, on, " Keys are on")),
      h("p", {}, h("button", { type: "button", onclick: () => dialog.close() }, "Close")),
    );
    return dialog;
  };
})();
