// The index of several pages: what each splitter keeps, how large its chunks are, and the worst pages first.
"use strict";

(() => {
  const { h, count, counted, percent, sum, kept, addedUp } = chunklint;
  const lost = (units) => sum(Object.values(units).map(([whole, total]) => total - whole));
  const FIRST_ROWS = 100; // that are there at once
  const COLUMNS = [
    { key: "path", name: "Page", of: (row) => row.path, text: true },
    { key: "findings", name: "Findings", of: (row) => row.findings },
    { key: "lost", name: "Units lost", of: (row) => row.lost },
    { key: "share", name: "Units kept", of: (row) => -row.share, show: (row) => percent(row.share) },
    { key: "chunks", name: "Chunks", of: (row) => row.chunks },
    { key: "tokens", name: "Tokens", of: (row) => row.tokens },
  ];

  /** Rows of the splitters and columns of the kinds of units, as `chunklint compare` prints them. */
  function survivalTable(report, all) {
    const kinds = Object.keys(report.kinds).filter((kind) => all.some((units) => units[kind]));
    const order = all.map((units, index) => ({ units, index, share: kept(units) })).sort((a, b) => b.share - a.share);
    const cell = ([whole, total]) =>
      h("td", { title: `${count(whole)} of ${count(total)}` }, h("span", { class: "share" }, h("i", { "aria-hidden": "true", vars: { width: `${total ? (whole / total) * 100 : 100}%` } })), percent(total ? whole / total : 1));
    return h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Survival by kind of unit" },
      h(
        "table",
        { class: "survival" },
        h("caption", {}, "Units whole in some chunk"),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Splitter"), h("th", { scope: "col" }, "Mean"), kinds.map((kind) => h("th", { scope: "col" }, report.kinds[kind])))),
        h("tbody", {}, order.map(({ units, index, share }) => h("tr", {}, h("th", { scope: "row" }, report.splitters[index].label), h("td", {}, percent(share)), kinds.map((kind) => cell(units[kind] || [0, 0]))))),
      ),
    );
  }

  /** The folder that all pages are in, with its slash; it need not stand in each row. */
  function folderOf(paths) {
    const [first, ...rest] = paths.map((path) => path.split("/").slice(0, -1));
    const same = first.findIndex((part, at) => rest.some((parts) => parts[at] !== part));
    const parts = same < 0 ? first : first.slice(0, same);
    return parts.length ? `${parts.join("/")}/` : "";
  }

  function rowsOf(report, which) {
    const folder = folderOf(report.pages.map((page) => page.path));
    return report.pages.map((page, index) => ({
      index,
      page,
      path: page.path.slice(folder.length),
      findings: page.findings[which],
      lost: lost(page.units[which]),
      share: kept(page.units[which]),
      chunks: page.chunks[which].length,
      tokens: sum(page.chunks[which]),
    }));
  }

  /** The table of pages under one splitter; `linkTo` gives the address of a page. */
  function pagesTable(report, linkTo) {
    let sorted = "lost";
    let upwards = false;
    let rows = [];
    let rest = 0;
    const body = h("tbody");
    const filter = h("input", { type: "search", placeholder: "Filter", "aria-label": "Filter pages by path" });
    const heads = COLUMNS.map((column) =>
      h("th", { scope: "col", class: column.text ? "" : "number" }, h("button", { type: "button", class: "plain", onclick: () => sortBy(column.key) }, column.name)),
    );
    const said = h("span", { class: "hint", role: "status" });

    function draw() {
      const column = COLUMNS.find(({ key }) => key === sorted);
      const way = upwards ? 1 : -1;
      const wanted = filter.value.trim().toLowerCase();
      const shown = rows
        .filter((row) => row.path.toLowerCase().includes(wanted))
        .sort((a, b) => {
          const [x, y] = [column.of(a), column.of(b)];
          return way * (x < y ? -1 : x > y ? 1 : 0) || b.findings - a.findings || (a.path < b.path ? -1 : 1);
        });
      heads.forEach((head, index) => {
        const isIt = COLUMNS[index].key === sorted;
        head.setAttribute("aria-sort", isIt ? (upwards !== (sorted === "share") ? "ascending" : "descending") : "none");
      });
      said.textContent = wanted ? `${counted(shown.length, "page")} of ${count(rows.length)}` : "";
      const made = shown.slice(0, FIRST_ROWS).map(rowElement);
      body.replaceChildren(...made);
      clearTimeout(rest);
      rest = setTimeout(() => body.append(...shown.slice(FIRST_ROWS).map(rowElement)));
    }

    function rowElement(row) {
      return h(
        "tr",
        {},
        h("th", { scope: "row" }, h("a", { href: linkTo(row.index) }, h("bdi", {}, row.path)), row.page.error && h("span", { class: "hint" }, ` cannot be read: ${row.page.error}`)),
        COLUMNS.slice(1).map((each) => h("td", {}, each.show ? each.show(row) : count(row[each.key]))),
      );
    }

    function sortBy(key) {
      upwards = key === sorted ? !upwards : key === "path";
      sorted = key;
      draw();
    }

    filter.addEventListener("input", draw);
    const table = h("table", { class: "pages" }, h("thead", {}, h("tr", {}, heads)), body);
    return {
      element: h(
        "section",
        { class: "card wide" },
        h("h2", {}, "Pages"),
        h("p", { class: "fields" }, filter, said),
        h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Pages" }, table),
      ),
      show(which) {
        rows = rowsOf(report, which);
        draw();
      },
    };
  }

  /** The index. `update(which)` shows it for another splitter. */
  chunklint.index = (report, linkTo) => {
    const all = report.splitters.map((_, which) => addedUp(report.pages.map((page) => page.units[which])));
    const tokensOf = (which) => report.pages.flatMap((page) => page.chunks[which]);
    const source = sum(report.pages.map((page) => page.tokens));
    const totals = (which) => ({ name: report.splitters[which].described, tokens: tokensOf(which), source });
    const facts = h("p", { class: "lead" });
    const sizes = h("div");
    const cost = chunklint.costPanel(totals(0));
    const pages = pagesTable(report, linkTo);
    const best = all.map((units, which) => [report.splitters[which].label, kept(units)]).sort((a, b) => b[1] - a[1]);
    const element = h(
      "div",
      { class: "index" },
      facts,
      h(
        "div",
        { class: "cards" },
        h("section", { class: "card" }, h("h2", {}, "What each splitter keeps"), chunklint.survival(best)),
        h("section", { class: "card" }, h("h2", {}, "Chunk sizes"), sizes),
      ),
      h("section", { class: "card wide" }, h("h2", {}, "Survival by kind of unit"), survivalTable(report, all)),
      cost.element,
      pages.element,
    );
    return {
      element,
      update(which) {
        const units = all[which];
        const findings = sum(report.pages.map((page) => page.findings[which]));
        facts.textContent =
          `${counted(report.pages.length, "page")} cut by ${report.splitters[which].described}: ` +
          `${chunklint.costFacts(tokensOf(which), source)}; ${count(lost(units))} of ` +
          `${count(sum(Object.values(units).map(([, total]) => total)))} units are whole in no chunk; ${counted(findings, "finding")}.`;
        sizes.replaceChildren(chunklint.sizes(tokensOf(which), report.splitters[which].described));
        cost.update(totals(which));
        pages.show(which);
      },
    };
  };
})();
