import { render } from "@testing-library/react";
import {
  PathnameContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Arrival } from "./arrival";
import { isNavigating, noteArrival, noteNavigation } from "./navigation-under-way";
import { replaceAddress } from "./replace-address";

/** As the framework marks entries of its own: a change without the mark is the newest navigation. */
const ofRouter = { __NA: true };

beforeEach(() => {
  window.history.replaceState(ofRouter, "", "/w/meridian/skills?q=tide");
  vi.useFakeTimers();
});
afterEach(() => {
  noteArrival();
  vi.useRealTimers();
});

const shown = () => window.location.pathname + window.location.search;

describe("replacing the address of the page", () => {
  it("tells the router while it rests", () => {
    replaceAddress("/w/meridian/skills?q=ti");
    expect([shown(), window.history.state]).toEqual(["/w/meridian/skills?q=ti", null]);
  });

  it("keeps past the router while it leads elsewhere, and changes the entry that is left", () => {
    const length = window.history.length;
    noteNavigation("/w/meridian/skills/tide-table");
    replaceAddress("/w/meridian/skills?q=ti");
    expect([shown(), window.history.state]).toEqual(["/w/meridian/skills?q=ti", ofRouter]);
    expect(window.history.length).toBe(length);
  });
});

describe("whether the router leads elsewhere", () => {
  it("is so until the address is the one that was asked for", () => {
    noteNavigation("/w/meridian/agents");
    expect(isNavigating()).toBe(true);
    window.history.pushState(ofRouter, "", "/w/meridian/agents");
    expect(isNavigating()).toBe(false);
  });

  it("is not so any more when a page came, sent on or not", () => {
    const at = (path: string) => (
      <PathnameContext value={path}>
        <SearchParamsContext value={new URLSearchParams()}>
          <Arrival />
        </SearchParamsContext>
      </PathnameContext>
    );
    const { rerender } = render(at("/w/meridian/skills"));
    noteNavigation("/w/meridian/old");
    rerender(at("/w/meridian/skills"));
    expect(isNavigating()).toBe(true);
    rerender(at("/w/meridian/new"));
    expect(isNavigating()).toBe(false);
  });

  it("does not wait for ever for a page that never comes", () => {
    noteNavigation("https://elsewhere.test/");
    vi.advanceTimersByTime(9_999);
    expect(isNavigating()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(isNavigating()).toBe(false);
  });
});
