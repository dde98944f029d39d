// The form of `chunklint serve`: which page, which splitters; every change asks the server and is shown.
"use strict";

(() => {
  const { h } = chunklint;
  const WAIT = 300; // milliseconds after the last key

  /** The choice of one splitter: preset, size, overlap. `none` allows for no splitter at all. */
  class Choice {
    constructor(start, label, none, changed) {
      this.known = new Map();
      const option = (each, kind) => {
        const value = `${kind}:${each.name}`;
        this.known.set(value, { ...each, kind });
        return h("option", { value }, each.label);
      };
      this.select = h(
        "select",
        { "aria-label": label },
        none && h("option", { value: "" }, "none"),
        start.own.length > 0 && h("optgroup", { label: "From the settings" }, start.own.map((each) => option(each, "own"))),
        h("optgroup", { label: "Presets" }, start.presets.map((each) => option(each, "preset"))),
      );
      const number = (name) => h("input", { type: "number", min: name === "size" ? "1" : "0", step: "1", "aria-label": `${label}: ${name}` });
      this.size = number("size");
      this.overlap = number("overlap");
      this.unit = h("span", { class: "hint" });
      this.select.addEventListener("change", () => {
        this.fill();
        changed();
      });
      for (const input of [this.size, this.overlap]) input.addEventListener("input", changed);
      this.element = h(
        "fieldset",
        {},
        h("legend", {}, label),
        this.select,
        h("label", {}, "size ", this.size),
        h("label", {}, "overlap ", this.overlap),
        this.unit,
      );
    }

    /** Take the sizes of what is chosen; what has none, or is of the settings, cannot be changed here. */
    fill() {
      const chosen = this.known.get(this.select.value);
      this.size.value = chosen?.size || "";
      this.overlap.value = chosen?.size ? chosen.overlap : "";
      this.size.disabled = this.overlap.disabled = !chosen || chosen.kind === "own" || !chosen.size;
      this.unit.textContent = !chosen ? "" : chosen.size ? `${chosen.unit}; ${chosen.stack}` : chosen.stack;
    }

    choose(name) {
      this.select.value = [`own:${name}`, `preset:${name}`].find((value) => this.known.has(value)) || this.select.value;
      this.fill();
    }

    /** What the server is asked for; null for none. */
    get asked() {
      const chosen = this.known.get(this.select.value);
      if (!chosen) return null;
      if (chosen.kind === "own") return { own: chosen.name };
      const number = (input) => (input.disabled || input.value === "" ? null : Number(input.value));
      return { preset: chosen.name, size: number(this.size), overlap: number(this.overlap) };
    }
  }

  class Live {
    constructor(root, app, start) {
      this.app = app;
      this.pages = new Set(start.pages);
      const later = () => this.later();
      this.first = new Choice(start, "Splitter", false, later);
      this.second = new Choice(start, "Side by side", true, later);
      this.first.choose(start.usual);
      this.second.fill();
      this.page = h("input", { type: "text", list: "pages", "aria-label": "Page", autocomplete: "off", spellcheck: "false", placeholder: start.pages.length ? "type a part of its path" : "no pages here" });
      this.page.value = start.pages[0] || "";
      this.page.addEventListener("focus", () => this.page.select());
      this.text = h("textarea", { rows: "6", "aria-label": "Markdown", placeholder: "Paste Markdown here", spellcheck: "false" });
      this.page.addEventListener("input", () => {
        this.text.value = "";
        if (this.pages.has(this.page.value)) later();
      });
      this.text.addEventListener("input", () => {
        this.page.value = "";
        later();
      });
      this.status = h("p", { class: "hint", role: "status" });
      root.replaceChildren(
        h(
          "form",
          { class: "live", "aria-label": "What is shown", onsubmit: (event) => event.preventDefault() },
          h("fieldset", {}, h("legend", {}, `Page of ${start.folder}`), this.page, h("datalist", { id: "pages" }, start.pages.map((name) => h("option", { value: name })))),
          this.first.element,
          this.second.element,
          h("details", {}, h("summary", {}, "Or paste a page"), this.text),
          this.status,
        ),
      );
    }

    later() {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.ask(), WAIT);
    }

    async ask() {
      this.asking?.abort();
      const asking = (this.asking = new AbortController());
      const splitters = [this.first.asked, this.second.asked].filter(Boolean);
      const what = this.page.value ? { page: this.page.value } : { text: this.text.value };
      this.status.textContent = "…";
      try {
        const answer = await fetch("/api/view", {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ ...what, splitters }),
          signal: asking.signal,
        });
        const found = await answer.json();
        if (found.error) throw new Error(found.error);
        this.status.textContent = "";
        this.show(found);
      } catch (error) {
        if (error.name !== "AbortError") this.status.textContent = `This cannot be shown: ${error.message}`;
      }
    }

    show({ report, page }) {
      this.shown = page;
      if (!this.view) {
        this.view = new chunklint.View(this.app, report, () => this.shown);
        this.view.isLive = true;
      }
      const { view } = this;
      view.report = report;
      view.which = 0;
      view.beside = report.splitters.length > 1 ? 1 : -1;
      if (view.page && view.page.path === page.path) {
        view.page = page;
        view.redraw();
      } else {
        view.showPage(0);
      }
    }
  }

  const root = document.getElementById("live");
  fetch("/api/start")
    .then((answer) => answer.json())
    .then((start) => {
      const live = new Live(root, document.getElementById("app"), start);
      live.ask();
    })
    .catch(() => root.replaceChildren(h("p", { class: "lead error" }, "The server does not answer: is it still running?")));
})();
