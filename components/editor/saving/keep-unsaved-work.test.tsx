import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Draft } from "@/lib/library/drafts/draft-schema";
import { DraftSession } from "./draft-session";
import { putFile } from "./draft-state";
import { keepOnLeaving, keepUnsavedWork } from "./keep-unsaved-work";
import type { UnsavedStore } from "./unsaved-store";
import type { UnsavedWork } from "./unsaved-work";

const someone = { id: "0190a000-0000-7000-8000-000000000001", name: "Ines" };
const place = { workspace: "meridian", skill: "pdf-tools", tab: "t1" };
const empty: Draft = {
  revision: 1,
  digest: "d",
  skillId: someone.id,
  name: "pdf-tools",
  baseVersion: null,
  unchangedSince: null,
  updatedAt: "2026-11-21T10:00:00.000Z",
  updatedBy: someone,
  files: [],
  issues: [],
  findings: [],
  tokens: { metadata: 0, instructions: 0, resources: 0 },
};

function aSession(): { session: DraftSession; type: (text: string) => void } {
  const refuse = () => Promise.reject(new Error("not asked for"));
  const session = new DraftSession(empty, { draft: refuse, file: refuse, bytes: refuse, save: refuse });
  return {
    session,
    type: (text) => session.change(putFile(session.draft, "SKILL.md", { kind: "text", text })),
  };
}

/** A store whose writes end when they are told to. */
function aSlowStore() {
  const written: Promise<void>[] = [];
  const writing: PromiseWithResolvers<void>[] = [];
  const now: UnsavedWork[] = [];
  const store: UnsavedStore = {
    list: async () => [],
    put: () => {
      const one = Promise.withResolvers<void>();
      writing.push(one);
      written.push(one.promise);
      return one.promise;
    },
    remove: async () => {},
    putNow: (work) => now.push(work),
  };
  const textsNow = () => now.map(({ files }) => files[0]?.text);
  return { store, writing, written, textsNow };
}

const leave = () => window.dispatchEvent(new Event("pagehide"));

// A window of its own: what was written and not saved elsewhere is warned of in the other.
beforeEach(() => {
  vi.stubGlobal("window", new EventTarget());
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("keeps at once what the page is left with before the typing has paused", () => {
  const { session, type } = aSession();
  const { store, writing, textsNow } = aSlowStore();
  const stop = keepUnsavedWork(session, store, place);
  type("Half a thought");
  leave();
  expect(writing).toHaveLength(0);
  expect(textsNow()).toEqual(["Half a thought"]);
  stop();
});

it("keeps it at once too while the store still writes, and no more once that has it", async () => {
  const { session, type } = aSession();
  const { store, writing, written, textsNow } = aSlowStore();
  const stop = keepUnsavedWork(session, store, place);
  type("Half a thought");
  vi.advanceTimersByTime(1_000);
  expect(writing).toHaveLength(1);
  leave();
  expect(textsNow()).toEqual(["Half a thought"]);
  writing[0]?.resolve();
  await Promise.all(written);
  leave();
  expect(textsNow()).toHaveLength(1);
  stop();
});

it("keeps what was typed before it began", () => {
  const { session, type } = aSession();
  const { store, writing } = aSlowStore();
  type("Typed while the page came");
  const stop = keepUnsavedWork(session, store, place);
  vi.advanceTimersByTime(1_000);
  expect(writing).toHaveLength(1);
  stop();
});

it("warns before it is left, from the first letter on, and not once it stopped", () => {
  const { session, type } = aSession();
  const { store, textsNow } = aSlowStore();
  const stop = keepOnLeaving(session, store, place);
  const isWarned = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(isWarned()).toBe(false);
  type("A");
  expect(isWarned()).toBe(true);
  leave();
  expect(textsNow()).toEqual(["A"]);
  stop();
  expect(isWarned()).toBe(false);
  leave();
  expect(textsNow()).toHaveLength(1);
});
