import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useHeldPlace } from "./use-held-place";

const observers: Sizes[] = [];

/** Tells of a change of size when a test says so. */
class Sizes {
  watched: Element | null = null;
  constructor(readonly change: () => void) {
    observers.push(this);
  }
  observe(element: Element) {
    this.watched = element;
  }
  unobserve() {}
  disconnect() {
    this.watched = null;
  }
}

const grow = () => {
  for (const { watched, change } of observers) if (watched) change();
};

function placed() {
  const whole = document.body.appendChild(document.createElement("div"));
  const place = whole.appendChild(document.createElement("section"));
  const scrollIntoView = vi.fn();
  place.scrollIntoView = scrollIntoView;
  return { whole, place, scrollIntoView };
}

beforeEach(() => {
  observers.length = 0;
  vi.stubGlobal("ResizeObserver", Sizes);
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

describe("a place that was gone to", () => {
  it("comes to the top, and again whenever what is around it grew", () => {
    const { result } = renderHook(() => useHeldPlace());
    const { whole, place, scrollIntoView } = placed();
    result.current(place);
    expect(scrollIntoView).toHaveBeenCalledExactlyOnceWith({ block: "start" });
    expect(observers[0]?.watched).toBe(whole);
    grow();
    grow();
    expect(scrollIntoView).toHaveBeenCalledTimes(3);
  });

  it.each(["wheel", "touchmove", "pointerdown", "keydown"])("is let go at a %s", (move) => {
    const { result } = renderHook(() => useHeldPlace());
    const { place, scrollIntoView } = placed();
    result.current(place);
    window.dispatchEvent(new Event(move));
    expect(observers[0]?.watched).toBeNull();
    grow();
    expect(scrollIntoView).toHaveBeenCalledOnce();
  });

  it("is let go for the next one, and when the page goes", () => {
    const { result, unmount } = renderHook(() => useHeldPlace());
    const [first, second] = [placed(), placed()];
    result.current(first.place);
    result.current(second.place);
    grow();
    expect(first.scrollIntoView).toHaveBeenCalledOnce();
    expect(second.scrollIntoView).toHaveBeenCalledTimes(2);
    unmount();
    grow();
    expect(second.scrollIntoView).toHaveBeenCalledTimes(2);
  });

  it("is held by what is around it even where it stands alone", () => {
    const { result } = renderHook(() => useHeldPlace());
    const alone = document.createElement("section");
    alone.scrollIntoView = vi.fn();
    result.current(alone);
    expect(observers[0]?.watched).toBe(alone);
  });
});
