// What the chunks cost to embed and to store, by prices that the reader writes into the table.
"use strict";

(() => {
  const { h, count, counted, percent, sum } = chunklint;
  const KEY = "chunklint-prices";
  // Round numbers of the usual size, no one's price list.
  const EXAMPLES = {
    currency: "$",
    storage: 0.25,
    runs: 30,
    models: [
      { name: "example: small model", price: 0.02, dimensions: 1536, bytes: 4 },
      { name: "example: large model", price: 0.13, dimensions: 3072, bytes: 4 },
    ],
  };

  function kept() {
    try {
      const read = JSON.parse(localStorage.getItem(KEY));
      return read && Array.isArray(read.models) ? { ...EXAMPLES, ...read } : null;
    } catch {
      return null; // no storage here, or not ours
    }
  }

  function keep(prices) {
    try {
      if (prices) localStorage.setItem(KEY, JSON.stringify(prices));
      else localStorage.removeItem(KEY);
    } catch {
      // The prices hold until the page is closed.
    }
  }

  function money(currency, amount) {
    const digits = amount === 0 || amount >= 100 ? 2 : amount >= 0.01 ? 4 : 6;
    return `${currency}${amount.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: digits })}`;
  }

  /** A panel for totals of one splitter: `{name, tokens: [of each chunk], source}`. `update` is called with others. */
  chunklint.costPanel = (totals) => {
    let prices = kept() || structuredClone(EXAMPLES);
    let shown = totals;
    const facts = h("dl", { class: "numbers" });
    const rows = h("tbody");
    const status = h("p", { class: "hint" });
    const currency = h("input", { type: "text", value: prices.currency, maxlength: "4", "aria-label": "Currency sign" });
    const storage = h("input", { type: "number", min: "0", step: "any", value: prices.storage, "aria-label": "Storage price of a gigabyte a month" });
    const runs = h("input", { type: "number", min: "0", step: "1", value: prices.runs, "aria-label": "Re-indexing runs a month" });

    const number = (input) => Math.max(0, Number(input.value) || 0);

    function tell() {
      const tokens = sum(shown.tokens);
      const tax = shown.source ? tokens / shown.source - 1 : 0;
      const pairs = [
        ["Chunks", count(shown.tokens.length)],
        ["Tokens to embed", count(tokens)],
        ["Tokens of the source", count(shown.source)],
        ["Overlap tax", tax >= 0 ? `+${percent(tax)}` : `−${percent(-tax)}`],
      ];
      facts.replaceChildren(...pairs.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
      status.textContent = kept() ? "These prices are kept in this browser." : "Example prices: write yours over them.";
    }

    function results(model, cells) {
      const tokens = sum(shown.tokens);
      const run = (tokens / 1e6) * model.price;
      const gigabytes = (shown.tokens.length * model.dimensions * model.bytes) / 1e9;
      const storing = gigabytes * prices.storage;
      const texts = [money(prices.currency, run), money(prices.currency, storing), money(prices.currency, run * prices.runs + storing)];
      cells.forEach((cell, index) => (cell.textContent = texts[index]));
    }

    function row(model) {
      const cells = [h("td", { class: "result" }), h("td", { class: "result" }), h("td", { class: "result" })];
      const field = (name, label, step) => {
        const input = h("input", { type: step ? "number" : "text", min: step && "0", step, value: model[name], "aria-label": label });
        input.addEventListener("input", () => {
          model[name] = step ? number(input) : input.value;
          changed();
        });
        return h("td", {}, input);
      };
      const remove = h("button", { type: "button", class: "plain", "aria-label": `Remove ${model.name}` }, "×");
      remove.addEventListener("click", () => {
        prices.models.splice(prices.models.indexOf(model), 1);
        draw();
        changed();
      });
      model.cells = cells;
      return h(
        "tr",
        {},
        field("name", "Embedding model"),
        field("price", `Price of a million tokens, ${model.name}`, "any"),
        field("dimensions", `Dimensions, ${model.name}`, "1"),
        field("bytes", `Bytes a dimension, ${model.name}`, "any"),
        cells,
        h("td", {}, remove),
      );
    }

    function draw() {
      rows.replaceChildren(...prices.models.map(row));
      compute();
    }

    function compute() {
      for (const model of prices.models) results(model, model.cells);
      tell();
    }

    function changed() {
      prices.currency = currency.value;
      prices.storage = number(storage);
      prices.runs = number(runs);
      keep({ ...prices, models: prices.models.map(({ name, price, dimensions, bytes }) => ({ name, price, dimensions, bytes })) });
      compute();
    }

    function reset() {
      keep(null);
      prices = structuredClone(EXAMPLES);
      [currency.value, storage.value, runs.value] = [prices.currency, prices.storage, prices.runs];
      draw();
    }

    for (const input of [currency, storage, runs]) input.addEventListener("input", changed);
    const add = () => {
      prices.models.push({ name: "my model", price: 0, dimensions: 1024, bytes: 4 });
      draw();
      changed();
    };
    const head = ["Embedding model", "Price / 1M tokens", "Dimensions", "Bytes each", "Embedding a run", "Storage a month", "A month", ""];
    const title = h("span", {});
    const name = () => (title.textContent = `What it costs: ${shown.name}`);
    const element = h(
      "details",
      { class: "card cost" },
      h("summary", {}, title),
      facts,
      h(
        "p",
        { class: "fields" },
        h("label", {}, "Currency ", currency),
        h("label", {}, "Storage, a GB and month ", storage),
        h("label", {}, "Re-indexing runs a month ", runs),
      ),
      h(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": "Prices" },
        h("table", {}, h("thead", {}, h("tr", {}, head.map((text) => (text ? h("th", { scope: "col" }, text) : h("td", {}))))), rows),
      ),
      h(
        "p",
        { class: "fields" },
        h("button", { type: "button", onclick: add }, "Add a model"),
        h("button", { type: "button", onclick: reset }, "Back to the examples"),
      ),
      status,
      h("p", { class: "hint" }, "Storage counts the vectors: chunks × dimensions × bytes. A month is its runs × embedding + storage; each run embeds all chunks."),
    );
    draw();
    name();
    return {
      element,
      update(next) {
        shown = next;
        name();
        compute();
      },
    };
  };

  chunklint.costFacts = (tokens, source) => {
    const tax = source ? sum(tokens) / source - 1 : 0;
    return `${counted(tokens.length, "chunk")}, ${count(sum(tokens))} tokens (${percent(Math.abs(tax))} ${tax >= 0 ? "more" : "fewer"} than the source)`;
  };
})();
