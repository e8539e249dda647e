import { describe, expect, it } from "vitest";
import { changesOf, findBaseline } from "./find-baseline";
import { aCase, aSuiteRun, asListed } from "./fixtures/suite-shapes";

const run = aSuiteRun();
const earlier = (number: number, over: Parameters<typeof aSuiteRun>[0] = {}) =>
  asListed(aSuiteRun({ number, digest: "e".repeat(64), ...over }));
const version = (number: number) => ({
  source: { follows: "version" as const, version: number, revision: null },
});

describe("what a run is put beside", () => {
  it("is an earlier run of a published version, before a newer one of a draft", () => {
    const found = findBaseline(run, [
      asListed(run),
      earlier(13),
      earlier(9, version(6)),
      earlier(8, version(5)),
    ]);
    expect(found).toMatchObject({ number: 9, label: "v6" });
  });

  it("is the newest earlier run where no version ran", () => {
    expect(findBaseline(run, [earlier(15), earlier(13), earlier(12)])).toMatchObject({
      number: 13,
      label: "r42",
    });
  });

  it("is none with the same bytes, another agent or model, or that was not carried out to its end", () => {
    const { agent, model } = run;
    const others = [
      earlier(13, { digest: run.digest }),
      earlier(12, { agent: { ...agent, slug: "other" } }),
      earlier(11, { model: { ...model, id: "rehearsal" } }),
      earlier(6, { model: { ...model, asks: "haiku-1 of anthropic" } }),
      earlier(10, { state: "running" }),
      earlier(9, { scores: [] }),
      earlier(8, { state: "stopped" }),
      earlier(7, { state: "failed" }),
    ];
    expect(findBaseline(run, others)).toBeNull();
  });
});

describe("how cases moved", () => {
  it("counts what was right and is not, and the other way round; invalid and new ones did not move", () => {
    const before = [
      aCase(1, "a", { standard: ["right"] }),
      aCase(2, "b", { standard: ["missed"] }),
      aCase(3, "c", { standard: ["invalid"] }),
      aCase(4, "d", { standard: ["right"] }),
    ];
    const now = [
      aCase(1, "a", { standard: ["stolen"] }),
      aCase(2, "b", { standard: ["right"] }),
      aCase(3, "c", { standard: ["right"] }),
      aCase(4, "d", { standard: ["right"] }),
      aCase(5, "e", { standard: ["missed"] }),
    ];
    expect([...changesOf(now, before, "standard")]).toEqual([
      ["c1", "lost"],
      ["c2", "gained"],
    ]);
    expect(changesOf(now, before, "codex").size).toBe(0);
  });
});
