// The frame: which page, which splitters, which chunk; switches, keys and the address.
"use strict";

(() => {
  const { h, count, counted, percent, kept, sum } = chunklint;
  const THEMES = { auto: "auto", light: "light", dark: "dark" };

  class View {
    /** `pageOf` gives the data of a page by its number; `link`, for pages in files of their own, their addresses. */
    constructor(root, report, pageOf) {
      Object.assign(this, { root, report, pageOf, which: 0, beside: -1, panes: [], page: null, keysAreOn: true });
      this.chunk = -1;
      this.finding = -1;
      this.active = 0;
      this.help = chunklint.help((on) => (this.keysAreOn = on));
      this.go = {
        chunk: (pane, index) => this.toChunk(index, pane),
        finding: (pane, index) => this.toFinding(index, pane),
      };
      this.bar = h("header", { class: "bar" });
      this.main = h("main", { id: "main" });
      root.replaceChildren(this.bar, this.main, this.help);
      document.addEventListener("keydown", (event) => this.key(event));
      window.addEventListener("hashchange", () => this.route());
      window.addEventListener("beforeprint", () => this.panes.forEach((pane) => pane.finish()));
    }

    get hasIndex() {
      return this.report.pages.length > 1 || Boolean(this.report.index);
    }

    linkTo(index) {
      return this.report.pages[index].href || `#/${encodeURIComponent(this.report.pages[index].path)}`;
    }

    /** Show what the address names: a page, or the index. */
    route() {
      const wanted = decodeURIComponent(location.hash.replace(/^#\/?/, ""));
      const index = this.report.pages.findIndex((page) => page.path === wanted && !page.href);
      if (index >= 0) this.showPage(index);
      else if (this.report.pages.length === 1 && !this.report.pages[0].href) this.showPage(0);
      else this.showIndex();
    }

    showIndex() {
      this.page = null;
      this.panes = [];
      document.title = `${this.report.title} · chunklint`;
      this.index = chunklint.index(this.report, (index) => this.linkTo(index));
      this.drawBar();
      this.main.replaceChildren(h("h1", {}, this.report.title), this.index.element);
      this.index.update(this.which);
      scrollTo(0, 0);
    }

    showPage(number) {
      this.number = number;
      this.page = this.pageOf(number);
      document.title = `${this.page.path} · chunklint`;
      this.drawBar();
      this.drawPage();
      scrollTo(0, 0);
    }

    drawPage() {
      this.chunk = this.finding = -1;
      this.active = 0;
      const shown = [this.which, ...(this.beside >= 0 ? [this.beside] : [])];
      this.panes = shown.map((which) => new chunklint.Pane(this.report, this.page, which, this.go));
      const columns = this.panes.map((pane, at) => this.column(pane, at));
      this.cost = chunklint.costPanel(this.totals());
      this.main.replaceChildren(
        h("h1", {}, h("bdi", {}, this.page.path)),
        this.page.error ? h("p", { class: "lead error" }, `This page cannot be read: ${this.page.error}.`) : "",
        chunklint.legend(),
        h("div", { class: `columns${columns.length > 1 ? " two" : ""}` }, columns),
        h("div", { class: "below" }, this.sizes(), this.cost.element),
      );
      if (columns.length > 1) this.keepTogether();
      performance.mark("chunklint-shown");
    }

    totals() {
      const pane = this.panes[0];
      return { name: pane.splitter.described, tokens: pane.split.chunks.map((chunk) => chunk.tokens), source: this.page.tokens };
    }

    sizes() {
      const { name, tokens } = this.totals();
      return h("details", { class: "card" }, h("summary", {}, "Chunk sizes"), chunklint.sizes(tokens, name));
    }

    column(pane, at) {
      const { split, splitter } = pane;
      const units = Object.entries(split.units);
      const whole = sum(units.map(([, [kept]]) => kept));
      const total = sum(units.map(([, [, all]]) => all));
      const tokens = split.chunks.map((chunk) => chunk.tokens);
      const kinds = units.filter(([, [kept, all]]) => kept < all).map(([kind, [kept, all]]) => `${count(all - kept)} of ${count(all)} ${this.report.kinds[kind]}`);
      return h(
        "section",
        { class: "column", "aria-label": splitter.described, onfocusin: () => (this.active = at), onpointerdown: () => (this.active = at) },
        h(
          "div",
          { class: "summary" },
          h("h2", {}, splitter.described),
          h("p", {}, `${chunklint.costFacts(tokens, this.page.tokens)}. ${total ? `${percent(kept(split.units))} of the units kept (${count(whole)} of ${count(total)})` : "No units to keep"}; ${counted(pane.findings.length, "finding")}.`),
          kinds.length > 0 && h("p", { class: "hint" }, `Whole in no chunk: ${kinds.join(", ")}.`),
          split.chunks.length === 0 && h("p", { class: "empty" }, this.page.text.trim() ? "This splitter makes no chunk of this page." : "This page is empty."),
        ),
        pane.element,
      );
    }

    // The bar

    drawBar() {
      const { report } = this;
      const choice = (label, selected, change, first) => {
        const select = h("select", { "aria-label": label }, first && h("option", { value: "-1" }, first), report.splitters.map((each, index) => h("option", { value: String(index), selected: index === selected }, each.described)));
        select.addEventListener("change", () => change(Number(select.value)));
        return h("label", { class: "field" }, h("span", {}, label), select);
      };
      const theme = h("button", { type: "button", class: "theme", onclick: () => this.nextTheme() });
      this.themeButton = theme;
      this.bar.replaceChildren(
        h("span", { class: "brand" }, this.page && this.hasIndex ? h("a", { href: report.index || "#/" }, "← Index") : "chunklint"),
        this.isLive ? "" : choice("Splitter", this.which, (which) => this.choose(which)),
        this.page && !this.isLive && report.splitters.length > 1 ? choice("Side by side", this.beside, (which) => this.compare(which), "no") : "",
        this.page && this.hasIndex ? this.neighbours() : "",
        this.page ? h("span", { class: "group" }, this.step("Chunk", "chunk", (way) => this.stepChunk(way)), this.step("Finding", "finding", (way) => this.stepFinding(way))) : "",
        h("span", { class: "group end" }, theme, h("button", { type: "button", onclick: () => this.help.showModal() }, "Keys ", h("kbd", { "aria-hidden": "true" }, "?"))),
      );
      this.sayTheme();
    }

    step(name, noun, move) {
      return h(
        "span",
        { class: "step" },
        h("button", { type: "button", "aria-label": `Previous ${noun}`, onclick: () => move(-1) }, "‹"),
        h("span", {}, name),
        h("button", { type: "button", "aria-label": `Next ${noun}`, onclick: () => move(1) }, "›"),
      );
    }

    /** Links to the pages before and behind this one: files of their own, or other addresses of this file. */
    neighbours() {
      const [before, behind] = this.report.near || [this.number - 1, this.number + 1].map((number) => (this.report.pages[number] ? this.linkTo(number) : ""));
      const link = (address, text, label) => (address ? h("a", { href: address, "aria-label": label }, text) : "");
      return h("span", { class: "group" }, link(before, "‹ page", "Previous page"), link(behind, "page ›", "Next page"));
    }

    choose(which) {
      this.which = which;
      if (this.beside === which) this.beside = -1;
      this.redraw();
    }

    compare(which) {
      this.beside = which === this.which ? -1 : which;
      this.redraw();
    }

    redraw() {
      if (!this.page) {
        this.index.update(this.which);
        this.drawBar();
        return;
      }
      const line = this.topLine(0);
      this.drawBar();
      this.drawPage();
      if (line > 1) this.reveal(this.panes[0].lineElement(line), "start");
    }

    // Themes

    nextTheme() {
      const names = Object.keys(THEMES);
      const now = document.documentElement.dataset.theme || "auto";
      document.documentElement.dataset.theme = names[(names.indexOf(now) + 1) % names.length];
      this.sayTheme();
    }

    sayTheme() {
      this.themeButton.textContent = `Theme: ${THEMES[document.documentElement.dataset.theme || "auto"]}`;
    }

    // Moving

    reveal(element, block) {
      if (!element) return;
      element.scrollIntoView({ block });
      // What was out of sight had only an estimated height until now.
      requestAnimationFrame(() => element.scrollIntoView({ block }));
    }

    /** The first line that is in sight in a column, 1 if none. */
    topLine(at) {
      const column = this.panes[at]?.element.parentElement;
      if (!column) return 1;
      const box = column.getBoundingClientRect();
      const top = Math.max(box.top, this.bar.getBoundingClientRect().bottom) + 4;
      if (this.panes[at].element.getBoundingClientRect().top > top) return 1;
      for (let y = top; y < Math.min(top + 400, innerHeight); y += 20) {
        const line = document.elementFromPoint(box.left + 60, y)?.closest("[data-line]");
        if (line && column.contains(line)) return Number(line.dataset.line);
      }
      return 1;
    }

    toChunk(index, pane = this.panes[this.active]) {
      const element = pane.chunkAt(index);
      this.root.querySelectorAll(".head.current").forEach((each) => each.classList.remove("current"));
      element.classList.add("current");
      this.active = this.panes.indexOf(pane);
      this.chunk = index;
      this.reveal(element, "start");
      element.focus({ preventScroll: true });
    }

    toFinding(index, pane = this.panes[this.active]) {
      const element = pane.noteOf(index);
      if (!element) return;
      this.root.querySelectorAll(".note.current").forEach((each) => each.classList.remove("current"));
      element.classList.add("current");
      this.active = this.panes.indexOf(pane);
      this.finding = pane.findings.findIndex((finding) => finding.index === index);
      this.reveal(element, "center");
      element.focus({ preventScroll: true });
    }

    stepChunk(way) {
      const pane = this.panes[this.active];
      const last = pane.split.chunks.length - 1;
      if (last >= 0) this.toChunk(Math.min(Math.max(this.chunk + way, 0), last), pane);
    }

    stepFinding(way) {
      const pane = this.panes[this.active];
      const last = pane.findings.length - 1;
      if (last >= 0) this.toFinding(pane.findings[Math.min(Math.max(this.finding + way, 0), last)].index, pane);
    }

    /** Two columns scroll to the same line of the source. */
    keepTogether() {
      const columns = this.panes.map((pane) => pane.element.parentElement);
      let leading = -1;
      let free = 0;
      columns.forEach((column, at) =>
        column.addEventListener("scroll", () => {
          if (leading >= 0 && leading !== at) return;
          leading = at;
          clearTimeout(free);
          free = setTimeout(() => (leading = -1), 150);
          this.align(at, 3);
        }, { passive: true }),
      );
    }

    /** Bring the other column to the line on top of column `at`; again, as heights that were estimated become known. */
    align(at, times) {
      requestAnimationFrame(() => {
        if (this.panes.length < 2 || !times) return;
        const line = this.panes[1 - at].lineElement(this.topLine(at));
        const other = this.panes[1 - at].element.parentElement;
        other.scrollTop += line.getBoundingClientRect().top - other.getBoundingClientRect().top - 40;
        this.align(at, times - 1);
      });
    }

    key(event) {
      if (!this.keysAreOn || event.ctrlKey || event.metaKey || event.altKey || this.help.open) return;
      if (event.target.closest("input, textarea, select")) return;
      const next = (way) => this.choose((this.which + way + this.report.splitters.length) % this.report.splitters.length);
      const actions = {
        "?": () => this.help.showModal(),
        t: () => this.nextTheme(),
        s: () => next(1),
        S: () => next(-1),
      };
      if (this.page) {
        Object.assign(actions, {
          j: () => this.stepChunk(1),
          k: () => this.stepChunk(-1),
          n: () => this.stepFinding(1),
          p: () => this.stepFinding(-1),
          e: () => this.chunk >= 0 && this.panes[this.active].embedded(this.chunk),
          c: () => this.report.splitters.length > 1 && this.compare(this.beside >= 0 ? this.which : (this.which + 1) % this.report.splitters.length),
          i: () => this.hasIndex && (location.href = this.report.index || "#/"),
        });
      }
      const action = actions[event.key];
      if (action) {
        event.preventDefault();
        action();
      }
    }
  }

  chunklint.View = View;

  const data = (id) => JSON.parse(document.getElementById(id).textContent);
  if (document.getElementById("report")) {
    const view = new View(document.getElementById("app"), data("report"), (number) => data(`page-${number}`));
    view.route();
  }
})();
