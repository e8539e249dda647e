import type { QueryClient } from "@tanstack/react-query";
import type { TriggerSuite } from "@/lib/proof/suite-schema";
import type { SuiteRow } from "./suite-rows";

/** What is edited: rows over the suite that they were made from. */
export type Editing = { base: TriggerSuite; rows: SuiteRow[] };

/** Cases that are not saved, by their skill: they outlive the tab and the page that they are written in. */
class UnsavedCases {
  private readonly held = new Map<string, Editing>();

  get(place: string): Editing | undefined {
    return this.held.get(place);
  }

  put(place: string, editing: Editing): void {
    this.held.set(place, editing);
    window.addEventListener("beforeunload", warn);
  }

  drop(place: string): void {
    this.held.delete(place);
    if (this.held.size === 0) window.removeEventListener("beforeunload", warn);
  }
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

const ofCaches = new WeakMap<QueryClient, UnsavedCases>();

/** One for each cache, as long as it lives: until the browser leaves the app. */
export function unsavedCasesOf(cache: QueryClient): UnsavedCases {
  const held = ofCaches.get(cache) ?? new UnsavedCases();
  ofCaches.set(cache, held);
  return held;
}
