import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useSelection } from "./use-selection";

it("adds one entry to the history for a view, however often it is chosen", () => {
  window.history.replaceState(null, "", "/w/meridian/playground/1");
  const { result } = renderHook(() => useSelection());
  const before = window.history.length;
  const choose = () => result.current.select({ event: 3, tab: "request" });
  act(choose);
  act(choose);
  expect(window.history.length).toBe(before + 1);
  expect(result.current).toMatchObject({ selectedSeq: 3, tab: "request" });
});

it("goes back to the newest exchange without an entry of its own, and leaves the tab", () => {
  window.history.replaceState(null, "", "/w/meridian/playground/1?event=3&tab=why&skill=notes");
  const { result } = renderHook(() => useSelection());
  expect(result.current.skill).toBe("notes");
  const before = window.history.length;
  act(() => result.current.select({ event: null }, { walking: true }));
  expect(window.history.length).toBe(before);
  expect(result.current).toMatchObject({ selectedSeq: null, tab: "why", skill: null });
});
