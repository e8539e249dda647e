import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { skillsQuery } from "@/components/data/library-queries";
import { liveEventsQuery, liveSessionQuery, liveSessionsQuery } from "@/components/data/live-queries";
import {
  estimateQuery,
  runCasesQuery,
  suiteRunsQuery,
  triggerSuiteQuery,
} from "@/components/data/proof-queries";
import { readSkillFilters } from "@/components/data/skill-filters";
import { client } from "@/lib/api/client";
import type { ChangeTopic } from "@/lib/notifications/change-options";
import { askAgain } from "./ask-again";

const workspace = "meridian";
const keysOf = (skill: string) => ({
  suite: triggerSuiteQuery(client.proof, workspace, skill).queryKey,
  estimate: estimateQuery(client.proof, workspace, skill, {}).queryKey,
  runs: suiteRunsQuery(client.proof, workspace, skill).queryKey,
  cases: runCasesQuery(client.proof, workspace, skill, { run: 1, isOver: false }).queryKey,
});

/** Which of a skill's answers are asked for again when something of a topic has changed. */
async function askedAfter(topic: ChangeTopic, skill: string): Promise<string[]> {
  const cache = new QueryClient();
  const keys = Object.entries(keysOf(skill));
  for (const [, key] of keys) cache.setQueryData<unknown>(key, {});
  await askAgain(cache, workspace, { topics: new Map([[topic, 0]]), sessions: null });
  return keys.filter(([, key]) => cache.getQueryState(key)?.isInvalidated).map(([name]) => name);
}

describe("what of a suite is asked for again", () => {
  it("is all of it when files changed, and neither its cases nor an estimate when a trial ended", async () => {
    expect(await askedAfter("library", "triage")).toEqual(["suite", "estimate", "runs", "cases"]);
    expect(await askedAfter("proof", "triage")).toEqual(["runs", "cases"]);
    expect(await askedAfter("inbox", "triage")).toEqual([]);
  });

  it.each(["imports", "directories", "caches", "palette", "suite"])(
    "is so of a skill that is called %s as well",
    async (skill) => {
      expect(await askedAfter("proof", skill)).toEqual(["runs", "cases"]);
    },
  );
});

describe("what of the library is asked for again", () => {
  it("is, when a run has moved, a list that is filtered or sorted by what runs came to", async () => {
    const cache = new QueryClient();
    const lists = [{}, { proof: "not-run" }, { sort: "recall" }, { findings: "any" }].map(
      (params) => skillsQuery(client.library, workspace, readSkillFilters(params)).queryKey,
    );
    for (const key of lists) cache.setQueryData<unknown>(key, {});
    await askAgain(cache, workspace, { topics: new Map([["proof", 0]]), sessions: null });
    expect(lists.map((key) => cache.getQueryState(key)?.isInvalidated)).toEqual([false, true, true, false]);
  });
});

describe("what of live hosts is asked for again", () => {
  const keys = {
    list: liveSessionsQuery(client.gateway, workspace).queryKey,
    one: liveSessionQuery(client.gateway, workspace, "one").queryKey,
    other: liveSessionQuery(client.gateway, workspace, "other").queryKey,
    events: liveEventsQuery(client.live, workspace, "other").queryKey,
  };
  async function askedAfter(sessions: ReadonlySet<string> | null) {
    const cache = new QueryClient();
    for (const key of Object.values(keys)) cache.setQueryData<unknown>(key, {});
    await askAgain(cache, workspace, { topics: new Map([["live", 0]]), sessions });
    return Object.entries(keys).flatMap(([name, key]) =>
      cache.getQueryState(key)?.isInvalidated ? [name] : [],
    );
  }

  it("is the list whatever conversation moved, and of conversations that one alone", async () => {
    expect(await askedAfter(new Set(["one"]))).toEqual(["list", "one"]);
    expect(await askedAfter(new Set(["new"]))).toEqual(["list"]);
    expect(await askedAfter(null)).toEqual(["list", "one", "other", "events"]);
  });
});
