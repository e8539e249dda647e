import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { noteArrival, noteNavigation } from "@/components/layout/navigation-under-way";
import { replaceAddress } from "@/components/layout/replace-address";
import { SkillSearch } from "./skill-search";

/** As the framework marks entries of its own: a change without the mark is the newest navigation. */
const ofRouter = { __NA: true };

beforeEach(() => {
  vi.useFakeTimers();
  window.history.replaceState(ofRouter, "", "/w/meridian/skills");
});
afterEach(() => {
  noteArrival();
  vi.useRealTimers();
});

function type(words: string) {
  const onQuery = (query: string) => replaceAddress(`/w/meridian/skills?q=${query}`);
  const onLeave = vi.fn();
  render(<SkillSearch query="" onQuery={onQuery} inputRef={{ current: null }} onLeave={onLeave} />);
  const field = screen.getByRole("searchbox", { name: "Search skills" });
  fireEvent.change(field, { target: { value: words } });
  fireEvent.keyDown(field, { key: "Enter" });
  expect(onLeave).toHaveBeenCalledOnce();
}
const pause = () => act(() => vi.advanceTimersByTime(1_000));

it("tells the router what was typed when the typing pauses", () => {
  type("tide");
  expect(window.location.search).toBe("");
  pause();
  expect([window.location.search, window.history.state]).toEqual(["?q=tide", null]);
});

it("does not take a skill back that was opened before the typing had settled", () => {
  type("tide");
  noteNavigation("/w/meridian/skills/tide-table");
  pause();
  expect([window.location.search, window.history.state]).toEqual(["?q=tide", ofRouter]);
});
