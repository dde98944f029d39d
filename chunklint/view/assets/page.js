// A page under one splitter: its chunks as blocks over the source, findings at their lines.
"use strict";

(() => {
  const { h, count, counted } = chunklint;
  const MOST_LINES = 60; // of one block: the browser passes over those that are out of sight
  const FIRST_BLOCKS = 30;
  const COLOURS = 4;
  const LANES = 6;
  const SHAPES = { error: "■", warning: "▲", info: "●" };

  /** Start offsets of the lines of a text, and where each ends without its line end. */
  function linesOf(text) {
    const lines = [];
    let start = 0;
    for (const match of text.matchAll(/\r\n|\n|\r/g)) {
      lines.push({ start, end: match.index });
      start = match.index + match[0].length;
    }
    lines.push({ start, end: text.length });
    return lines;
  }

  /** The index of the line that holds an offset. */
  function lineAt(lines, offset) {
    let low = 0;
    let high = lines.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (lines[middle].start <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  const colour = (index) => index % COLOURS;

  /** A lane for each chunk, so that those that overlap stand side by side. */
  function lanesOf(regions) {
    const lanes = new Map();
    for (const { chunks } of regions) {
      const taken = new Set(chunks.filter((chunk) => lanes.has(chunk)).map((chunk) => lanes.get(chunk)));
      for (const chunk of chunks) {
        if (lanes.has(chunk)) continue;
        let lane = 0;
        while (taken.has(lane)) lane += 1;
        lanes.set(chunk, lane);
        taken.add(lane);
      }
    }
    return lanes;
  }

  function listed(numbers) {
    const names = numbers.map((number) => String(number + 1));
    if (names.length > 4) return `${names[0]} to ${names[names.length - 1]}`;
    return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}` : names[0];
  }

  /** Everything that is drawn of a page under the splitter `which`. `go` is called with what is clicked. */
  class Pane {
    constructor(report, page, which, go) {
      this.report = report;
      this.page = page;
      this.which = which;
      this.splitter = report.splitters[which];
      this.split = page.splits[which];
      this.go = go;
      this.lines = linesOf(page.text);
      this.regions = this.split.regions;
      this.lanes = lanesOf(this.regions);
      this.width = Math.min([...this.lanes.values()].reduce((most, lane) => Math.max(most, lane + 1), 1), LANES);
      this.largest = this.split.chunks.reduce((most, chunk) => Math.max(most, chunk.size), 1);
      this.chunks = []; // elements, by number
      this.notes = []; // elements, in the order of the page
      this.findings = this.split.findings
        .map((index) => ({ index, ...page.findings[index] }))
        .sort((a, b) => a.start - b.start || (a.code < b.code ? -1 : 1));
      this.element = h("div", { class: "pane", vars: { "--lanes": this.width } });
      this.queue = [...this.blocks()];
      this.draw(FIRST_BLOCKS);
      this.later();
    }

    /** Where blocks start and end: a region, or a part of a long one; with the findings that stand in each. */
    *blocks() {
      let next = 0;
      for (const [index, region] of this.regions.entries()) {
        let start = region.start;
        const isLast = index === this.regions.length - 1;
        do {
          const line = Math.min(lineAt(this.lines, start) + MOST_LINES, this.lines.length);
          const end = line < this.lines.length ? Math.min(this.lines[line].start, region.end) : region.end;
          const found = [];
          const last = isLast && end === region.end;
          while (next < this.findings.length && (this.findings[next].start < end || last)) {
            found.push(this.findings[next]);
            next += 1;
          }
          yield { region, before: this.regions[index - 1], start, end, isFirst: start === region.start, found };
          start = end;
        } while (start < region.end);
      }
    }

    draw(most) {
      const made = this.queue.splice(0, most).map((block) => this.block(block));
      this.element.append(...made);
    }

    /** The rest of the blocks, a few at a time, so that the first ones can be read and scrolled at once. */
    later() {
      if (!this.queue.length) return;
      setTimeout(() => {
        const until = performance.now() + 12;
        while (this.queue.length && performance.now() < until) this.draw(8);
        this.later();
      });
    }

    /** All blocks, now: before a jump to one of them, and before printing. */
    finish() {
      this.draw(this.queue.length);
    }

    block({ region, before, start, end, isFirst, found }) {
      const { chunks } = region;
      const carried = region.carried >= 0;
      const kind = chunks.length > 1 ? "shared" : chunks.length === 1 ? "single" : carried ? "carried" : "outside";
      const names = ["block", kind, isFirst && "first"];
      if (chunks.length) names.push(`a${colour(chunks[0])}`, `b${colour(chunks[chunks.length - 1])}`);
      else if (carried) names.push(`a${colour(region.carried)}`);
      const lines = this.fragments(start, end, found);
      const notes = found.length;
      return h(
        "div",
        { class: names.filter(Boolean).join(" "), vars: { "--lines": lines.length + 2 * isFirst + notes } },
        this.rails(region),
        isFirst && this.seam(region, before),
        isFirst && region.opens.map((chunk) => this.head(chunk)),
        isFirst && this.tag(region, before),
        h("div", { class: "lines" }, lines),
      );
    }

    rails({ chunks, carried }) {
      const shown = chunks.length ? chunks : carried >= 0 ? [carried] : [];
      return shown.slice(0, LANES).map((chunk) =>
        h("i", {
          class: `rail p${colour(chunk)}${chunks.length ? "" : " thin"}`,
          "aria-hidden": "true",
          vars: { "--lane": Math.min(this.lanes.get(chunk) ?? 0, LANES - 1) },
        }),
      );
    }

    /** Says where a line is cut in the middle. */
    seam({ start, opens }, before) {
      const line = lineAt(this.lines, start);
      if (!before || this.lines[line].start === start || start >= this.lines[line].end) return null;
      return h("div", { class: "seam" }, h("span", { "aria-hidden": "true" }, "✂ "), opens.length || !before.chunks.length ? `cut inside line ${line + 1}` : `chunk ${listed(before.chunks.slice(0, 1))} ends inside line ${line + 1}`);
    }

    /** Says in words what the stripes and rails say. */
    tag({ chunks, opens, start, end, carried }, before) {
      if (carried >= 0) return h("div", { class: "tag" }, `heading: chunk ${carried + 1} has it in its path, not in its source`);
      if (!chunks.length) return end > start ? h("div", { class: "tag" }, "in no chunk") : null;
      if (chunks.length > 1) {
        const size = count(end - start);
        return h("div", { class: "tag" }, `overlap: these ${size} characters are in chunks ${listed(chunks)}`);
      }
      if (before && before.chunks.length > 1 && !opens.length) return h("div", { class: "tag" }, `only chunk ${listed(chunks)} from here`);
      return before && !opens.length ? h("div", { class: "tag" }, `chunk ${listed(chunks)} goes on`) : null;
    }

    /** The head of a chunk: number, size, lines, heading path, badges. */
    head(index) {
      const chunk = this.split.chunks[index];
      const [first, last] = chunk.lines;
      const about = this.report.exact ? "" : "about ";
      const element = h(
        "div",
        { class: `head p${colour(index)}`, role: "group", tabindex: "-1", "aria-label": `Chunk ${index + 1}`, "data-chunk": index },
        h(
          "div",
          { class: "facts" },
          h("button", { type: "button", class: "number", onclick: () => this.go.chunk(this, index) }, `Chunk ${index + 1}`),
          this.splitter.unit !== "tokens" && h("span", {}, `${about}${counted(chunk.tokens, "token")}`),
          this.meter(chunk),
          h("span", { class: "where" }, first === last ? `line ${first}` : `lines ${first}–${last}`),
          h("button", { type: "button", class: "plain embed", "aria-expanded": "false", onclick: () => this.embedded(index) }, "as embedded"),
        ),
        chunk.headings.length > 0 &&
          h("div", { class: "path" }, chunk.headings.map((name, at) => [at > 0 && h("span", { class: "sep", "aria-label": "then" }, " › "), h("bdi", {}, chunklint.visible(name))])),
        this.front(chunk),
        chunk.badges.length > 0 && h("ul", { class: "badges", "aria-label": "What is lost" }, this.badges(chunk)),
        chunk.breaks.length > 0 && h("div", { class: "breaks" }, `holds only a part of: ${chunk.breaks.join(", ")}`),
      );
      this.chunks[index] = element;
      return element;
    }

    /** What the splitter puts in front, unless that only says the heading path again. */
    front(chunk) {
      const words = (text) => text.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
      if (!chunk.added.trim() || words(chunk.added) === words(chunk.headings.join(" "))) return null;
      return h("div", { class: "front" }, "put in front: ", h("bdi", {}, chunklint.visible(chunk.added.trim())));
    }

    meter({ size }) {
      const limit = this.splitter.size;
      const unit = this.splitter.encoding ? `tokens (${this.splitter.encoding})` : this.splitter.unit;
      const share = Math.min(1, size / (limit || this.largest));
      const over = limit > 0 && size > limit;
      const counts = `${this.splitter.exact ? "" : "about "}${count(size)}`;
      const text = limit ? `${counts} of ${count(limit)} ${unit}` : `${counts} ${unit}, no limit`;
      return h(
        "span",
        { class: `size${over ? " over" : ""}` },
        h("span", { class: "meter", "aria-hidden": "true" }, h("i", { vars: { width: `${share * 100}%` } })),
        h("span", {}, over ? `${text}: over` : text),
      );
    }

    badges(chunk) {
      const words = new Map();
      for (const [word, index] of chunk.badges) words.set(word, [...(words.get(word) || []), index]);
      return [...words].map(([word, indexes]) => {
        const finding = this.page.findings[indexes[0]];
        const many = indexes.length > 1 ? ` ×${indexes.length}` : "";
        return h(
          "li",
          {},
          h(
            "button",
            { type: "button", class: `badge ${finding.severity}${finding.added ? " added" : ""}`, onclick: () => this.go.finding(this, indexes[0]) },
            h("span", { "aria-hidden": "true" }, `${SHAPES[finding.severity]} `),
            `${word}${many}`,
          ),
        );
      });
    }

    /** Show or hide the text of a chunk as it is embedded. */
    embedded(index) {
      const head = this.chunks[index];
      const button = head.querySelector(".embed");
      const shown = head.querySelector("pre");
      button.setAttribute("aria-expanded", String(!shown));
      if (shown) {
        shown.remove();
        return;
      }
      const chunk = this.split.chunks[index];
      const text = chunk.text ?? chunk.added + chunk.spans.map(([start, end]) => this.page.text.slice(start, end)).join("");
      head.append(h("pre", { tabindex: "0", "aria-label": `Chunk ${index + 1} as embedded`, dir: "auto" }, chunklint.visible(text)));
    }

    /** The lines of a block; one that starts or ends inside a line shows a part of it. */
    fragments(start, end, found) {
      const made = [];
      let next = 0;
      for (let index = lineAt(this.lines, start); index < this.lines.length; index += 1) {
        const line = this.lines[index];
        if (line.start >= end && !(index === 0 && end === 0)) break;
        const isLast = index + 1 === this.lines.length || this.lines[index + 1].start >= end;
        const here = [];
        while (next < found.length && (isLast || found[next].start < this.lines[index + 1].start)) {
          here.push(found[next]);
          next += 1;
        }
        const from = Math.max(start, line.start);
        const to = Math.max(from, Math.min(end, line.end));
        if (from < to || line.start >= start || here.length) made.push(this.line(index, from, to, here));
      }
      return made;
    }

    line(index, from, to, found) {
      const goesOn = from > this.lines[index].start;
      return h(
        "div",
        { class: "line", "data-line": index + 1 },
        found.map((finding) => this.note(finding)),
        h("span", { class: "no", "aria-hidden": "true" }, goesOn ? "⋯" : String(index + 1)),
        h("span", { class: "text", dir: "auto" }, this.marked(from, to, found)),
      );
    }

    /** The text from one offset to another; what findings stand on is underlined. */
    marked(from, to, found) {
      const text = (start, end) => chunklint.visible(this.page.text.slice(start, end));
      const parts = [];
      let at = from;
      for (const { start, end, severity } of found) {
        const first = Math.max(start, at);
        const last = Math.min(end, to);
        if (first >= last) continue;
        parts.push(text(at, first), h("mark", { class: severity }, text(first, last)));
        at = last;
      }
      parts.push(text(at, to));
      return parts.filter((part) => part !== "");
    }

    note(finding) {
      const rule = this.report.rules[finding.code] || { name: "", summary: "", about: "" };
      const element = h(
        "div",
        { role: "note", class: `note ${finding.severity}${finding.added ? " added" : ""}`, tabindex: "-1", "data-finding": finding.index, "aria-label": `${finding.code} on line ${finding.line}` },
        h(
          "p",
          { class: "rule" },
          h("span", { class: "severity" }, h("span", { "aria-hidden": "true" }, `${SHAPES[finding.severity]} `), finding.severity),
          ` ${finding.code} ${rule.name}`,
        ),
        h("p", { class: "message" }, h("bdi", {}, chunklint.visible(finding.message))),
        finding.help && h("p", { class: "help" }, finding.help),
        finding.added && h("p", { class: "help" }, "This rule is off in your settings or by default."),
        rule.about && h("details", {}, h("summary", {}, "Why"), h("p", { class: "about" }, rule.about)),
      );
      this.notes.push({ index: finding.index, element, start: finding.start });
      return element;
    }

    chunkAt(index) {
      if (!this.chunks[index]) this.finish();
      return this.chunks[index];
    }

    noteOf(index) {
      if (!this.notes.some((note) => note.index === index)) this.finish();
      return this.notes.find((note) => note.index === index)?.element;
    }

    lineElement(number) {
      const find = () => this.element.querySelector(`[data-line="${number}"]`);
      if (find()) return find();
      this.finish();
      return find();
    }
  }

  chunklint.Pane = Pane;
})();
