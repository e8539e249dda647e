import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aTriggerSuite } from "./fixtures/suite-shapes";
import { toRows } from "./suite-rows";
import { unsavedCasesOf } from "./unsaved-cases";

const base = aTriggerSuite();
const editing = { base, rows: toRows(base.cases) };

// A window of its own: what was written and not saved elsewhere is warned of in the other.
beforeEach(() => void vi.stubGlobal("window", new EventTarget()));
afterEach(() => void vi.unstubAllGlobals());

function isWarned(): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

describe("cases that are not saved", () => {
  it("are held for one skill and one cache", () => {
    const cache = new QueryClient();
    unsavedCasesOf(cache).put("meridian/triage", editing);
    expect(unsavedCasesOf(cache).get("meridian/triage")).toBe(editing);
    expect(unsavedCasesOf(cache).get("meridian/deploy")).toBeUndefined();
    expect(unsavedCasesOf(new QueryClient()).get("meridian/triage")).toBeUndefined();
    unsavedCasesOf(cache).drop("meridian/triage");
    expect(unsavedCasesOf(cache).get("meridian/triage")).toBeUndefined();
  });

  it("warn before the app is left, until the last of them is saved or discarded", () => {
    const held = unsavedCasesOf(new QueryClient());
    expect(isWarned()).toBe(false);
    held.put("meridian/triage", editing);
    held.put("meridian/deploy", editing);
    held.drop("meridian/triage");
    expect(isWarned()).toBe(true);
    held.drop("meridian/deploy");
    expect(isWarned()).toBe(false);
  });
});
