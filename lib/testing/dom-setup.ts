import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";

afterEach(cleanup);
// Files share a browser: each leaves it as it was found.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
});
// Ample: what is loaded on first use takes its time on a busy machine, and a limit here only ends what never comes.
configure({ asyncUtilTimeout: 20_000 });

// jsdom has no layout: these are what components ask for, answering "nothing is visible, nothing moves".
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

Object.assign(globalThis, { ResizeObserver: NoObserver, IntersectionObserver: NoObserver });

// jsdom does not know <search>, and React warns of tags that nobody knows.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, {
  value: "HTMLElement",
  configurable: true,
});

window.matchMedia = (media) => ({
  media,
  matches: false,
  onchange: null,
  addListener() {},
  removeListener() {},
  addEventListener() {},
  removeEventListener() {},
  dispatchEvent: () => false,
});

Object.assign(Element.prototype, {
  scrollIntoView() {},
  hasPointerCapture: () => false,
  setPointerCapture() {},
  releasePointerCapture() {},
});
