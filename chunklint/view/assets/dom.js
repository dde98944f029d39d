// Elements without markup: text from a page only ever becomes a text node.
"use strict";

const chunklint = {};

(() => {
  const SVG = "http://www.w3.org/2000/svg";

  function fill(element, properties, children) {
    for (const [name, value] of Object.entries(properties || {})) {
      if (value === false || value === null || value === undefined) continue;
      if (name === "class") element.setAttribute("class", value);
      else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (name === "vars") for (const [key, each] of Object.entries(value)) element.style.setProperty(key, each);
      else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
    return element;
  }

  /** An element. `vars` are CSS properties, `onclick` and the like are listeners, other properties attributes. */
  chunklint.h = (tag, properties, ...children) => fill(document.createElement(tag), properties, children);

  /** An element of a drawing. */
  chunklint.s = (tag, properties, ...children) => fill(document.createElementNS(SVG, tag), properties, children);

  const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

  /** `1,234`: the same on every reader's machine. */
  chunklint.count = (number) => whole.format(number);

  /** `1 chunk`, `3 chunks`. */
  chunklint.counted = (number, noun) => `${chunklint.count(number)} ${noun}${number === 1 ? "" : "s"}`;

  /** `95.3 %`; 100 only if nothing is missing, 0 only if all is. */
  chunklint.percent = (share) => {
    const shown = share <= 0 || share >= 1 ? share * 100 : Math.min(99.9, Math.max(0.1, share * 100));
    return `${shown.toFixed(share <= 0 || share >= 1 ? 0 : 1)} %`;
  };

  chunklint.sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

  /** The share of units kept, each kind counting the same, as `chunklint compare` counts. */
  chunklint.kept = (units) => {
    const shares = Object.values(units).map(([whole, total]) => (total ? whole / total : 1));
    return shares.length ? chunklint.sum(shares) / shares.length : 1;
  };

  /** Units by kind, added up over pages. */
  chunklint.addedUp = (each) => {
    const all = {};
    for (const units of each) {
      for (const [kind, [whole, total]] of Object.entries(units)) {
        const [before, among] = all[kind] || [0, 0];
        all[kind] = [before + whole, among + total];
      }
    }
    return all;
  };

  /** What a person sees of a character that has no shape: controls get their picture. */
  chunklint.visible = (text) =>
    text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, (sign) => String.fromCharCode(0x2400 + sign.charCodeAt(0)));
})();
