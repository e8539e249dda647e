import { describe, expect, it } from "vitest";
import { aFrozenOffer, anOfferedSkill } from "@/lib/testing/proof/frozen-offers";
import {
  type AlikeRow,
  addressOf,
  answererOf,
  askedModelOf,
  findCatalogueChanges,
  findDifference,
  groupByAnswerer,
  isAnsweredAlike,
} from "./alike-runs";

const sonnet = JSON.stringify(["anthropic", null, "sonnet-5"]);
const opus = JSON.stringify(["anthropic", null, "opus-4"]);
const pdf = anOfferedSkill("pdf-tools");
const docx = anOfferedSkill("docx-tools");
const catalogue = aFrozenOffer({ address: sonnet, skills: [pdf, docx] });

const run = (over: Partial<AlikeRow> = {}): AlikeRow => ({
  id: "1",
  agentId: "a",
  agentName: "Desk",
  modelKind: "live",
  modelName: "Sonnet",
  answeredAs: [],
  suite: "trigger",
  suiteDigest: "s",
  offer: catalogue,
  ...over,
});
const asking = (address: string, more: object = {}) =>
  run({ offer: aFrozenOffer({ address, skills: [pdf, docx], ...more }) });

describe("who answered", () => {
  it("is the model that was asked, whatever its connection is called and asks since", () => {
    expect(addressOf(run())).toBe(sonnet);
    expect(askedModelOf(run())).toBe("sonnet-5 of anthropic");
    expect(isAnsweredAlike(run(), asking(sonnet))).toBe(true);
    expect(isAnsweredAlike(run(), asking(opus))).toBe(false);
    expect(isAnsweredAlike(run(), run({ modelKind: "rules" }))).toBe(false);
  });

  it("is another one by another name of its own, where both told one", () => {
    const named = (...answeredAs: string[]) => run({ answeredAs });
    expect(isAnsweredAlike(named("x-1"), named("x-2"))).toBe(false);
    expect(isAnsweredAlike(named("x-1", "x-2"), named("x-2", "x-1"))).toBe(true);
    expect(isAnsweredAlike(named(), named("x-2"))).toBe(true);
  });

  it("is both of them where a router chose first, by what that one asked", () => {
    const routed = (routerAddress: string) => asking(sonnet, { routerModel: "r", routerAddress });
    expect(isAnsweredAlike(routed(opus), routed(opus))).toBe(true);
    expect(isAnsweredAlike(routed(opus), routed(sonnet))).toBe(false);
    expect(isAnsweredAlike(routed(opus), run())).toBe(false);
    const older = asking(sonnet, { routerModel: "r" });
    expect(answererOf(older)).toBe(JSON.stringify(["live", sonnet, "r"]));
  });

  it("is not known of a run that is gone, which is like none", () => {
    const gone = run({ offer: {} });
    expect([addressOf(gone), askedModelOf(gone), answererOf(gone)]).toEqual([null, null, null]);
    expect(isAnsweredAlike(gone, gone)).toBe(false);
  });

  it("groups runs by it and by the agent, in their order", () => {
    const rows = [run({ id: "3" }), asking(opus), run({ id: "1" }), run({ id: "0", agentId: "b" })];
    expect(groupByAnswerer(rows).map((group) => group.map(({ id }) => id))).toEqual([
      ["3", "1"],
      ["1"],
      ["0"],
    ]);
  });
});

describe("a run whose answers were all kept", () => {
  const named = (id: string, ...answeredAs: string[]) => run({ id, answeredAs });

  it("brings no two models together, and is with the newer one", () => {
    const rows = [named("4"), named("3", "x-2"), named("2", "x-1"), named("1", "x-2")];
    expect(groupByAnswerer(rows).map((group) => group.map(({ id }) => id))).toEqual([["4", "3", "1"], ["2"]]);
    expect(groupByAnswerer([named("2"), named("1")])).toHaveLength(1);
  });
});

describe("a run of the same bytes", () => {
  it("is alike but for what is named", () => {
    const other = aFrozenOffer({ address: sonnet, skills: [pdf, { ...docx, description: "Else." }] });
    expect(findDifference(run(), run({ id: "2" }))).toBeNull();
    const reasons = [
      run({ modelKind: "rules" }),
      run({ agentId: "b" }),
      run({ suiteDigest: "t" }),
      asking(opus),
      run({ offer: other }),
    ].map((one) => findDifference(run(), one)?.reason);
    expect(reasons).toEqual([
      "scripted",
      "another-agent",
      "another-suite",
      "another-model",
      "another-catalogue",
    ]);
    expect(findDifference(run({ modelKind: "rules" }), run())?.reason).toBe("live");
  });

  it("says which model it was where both are called the same", () => {
    expect(findDifference(run(), asking(opus))?.message).toBe(
      "It was answered by Sonnet, which asked opus-4 of anthropic.",
    );
    const named = { ...asking(opus), modelName: "Opus", answeredAs: ["opus-4-1"] };
    expect(findDifference(run(), named)?.message).toBe(
      "It was answered by Opus, which called itself opus-4-1.",
    );
  });
});

describe("what else is in the catalogue", () => {
  const offering = (skills: (typeof pdf)[], more: object = {}) =>
    run({ offer: aFrozenOffer({ address: sonnet, skills, ...more }) });
  const later = { ...docx, ref: { ...docx.ref, digest: "e".repeat(64) } };

  it("names the skills that came, went or say something else, and the agent for its own", () => {
    expect(findCatalogueChanges(run(), run())).toEqual([]);
    expect(findCatalogueChanges(run(), offering([pdf]))).toEqual(["docx-tools"]);
    expect(findCatalogueChanges(offering([pdf]), run())).toEqual(["docx-tools"]);
    expect(findCatalogueChanges(run(), offering([pdf, { ...docx, priority: 9 }]))).toEqual(["docx-tools"]);
    expect(findCatalogueChanges(run(), offering([docx, pdf]))).toEqual(["the agent"]);
    expect(findCatalogueChanges(run(), offering([pdf, docx], { instructions: "Be brief." }))).toEqual([
      "the agent",
    ]);
    expect(findCatalogueChanges(run(), run({ offer: {} }))).toEqual(["the agent"]);
  });

  it("leaves out the one whose change is known", () => {
    const changed = offering([pdf, { ...docx, description: "Else." }]);
    expect(findCatalogueChanges(run(), changed, docx.ref.skillId)).toEqual([]);
    expect(findCatalogueChanges(run(), changed, pdf.ref.skillId)).toEqual(["docx-tools"]);
  });

  it("has bodies in it only where tasks are tried, and compares hosts that both have", () => {
    expect(findCatalogueChanges(run(), offering([pdf, later]))).toEqual([]);
    expect(findCatalogueChanges(run({ suite: "effect" }), offering([pdf, later]))).toEqual(["docx-tools"]);
    expect(findCatalogueChanges(run(), offering([pdf], { dialect: "codex" }))).toEqual([]);
  });
});
