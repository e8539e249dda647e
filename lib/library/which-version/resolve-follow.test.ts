import { describe, expect, it } from "vitest";
import { usualInvocation } from "@/lib/skills/invocation";
import { followsNext, latestOf, noVersionWithLabel, resolveFollow, type SkillState } from "./resolve-follow";

const facts = {
  digest: "d".repeat(64),
  description: "What it does.",
  metadataTokens: 1,
  instructionTokens: 2,
  resourceTokens: 3,
  ...usualInvocation,
};
const version = (number: number, reason?: string) => ({
  ...facts,
  id: `v${number}`,
  number,
  withdrawal: reason === undefined ? null : { by: "Ines", reason },
});
const follow = (
  follows: "latest" | "label" | "version" | "draft",
  given: { label?: string; versionId?: string } = {},
) => ({
  follows,
  label: given.label ?? null,
  versionId: given.versionId ?? null,
});
const state = (changes: Partial<SkillState> = {}): SkillState => ({
  draft: { ...facts, revision: 7 },
  versions: [version(3, "It leaks."), version(1), version(2)],
  labels: [
    { name: "stable", versionId: "v1" },
    { name: "broken", versionId: "v3" },
  ],
  ...changes,
});

describe("what is published next", () => {
  it.each([
    ["latest", undefined, [], true],
    ["label", "stable", ["stable"], true],
    ["label", "stable", ["beta"], false],
    ["label", undefined, ["stable"], false],
    ["version", undefined, ["stable"], false],
    ["draft", undefined, ["stable"], false],
  ] as const)("of what follows %s %s, with the labels %j: %s", (follows, label, labels, moves) => {
    expect(followsNext(follow(follows, label ? { label } : {}), labels)).toBe(moves);
  });
});

describe("resolveFollow", () => {
  it("takes the newest version that was not withdrawn for latest, in whatever order they come", () => {
    expect(resolveFollow(follow("latest"), state())).toMatchObject({ kind: "version", number: 2 });
    expect(latestOf(state().versions)?.number).toBe(2);
  });

  it("says by whom and why the newest was withdrawn when no version is left", () => {
    const versions = [version(1, "Old."), version(2, "It leaks.")];
    expect(resolveFollow(follow("latest"), state({ versions }))).toEqual({
      kind: "none",
      reason: "Version 2 was withdrawn by Ines: It leaks.",
      withdrawn: true,
    });
    expect(latestOf(versions)).toBeUndefined();
  });

  it("takes what a label or a pin names, withdrawn or not, and never another version in its place", () => {
    expect(resolveFollow(follow("label", { label: "stable" }), state())).toMatchObject({ number: 1 });
    expect(resolveFollow(follow("version", { versionId: "v1" }), state())).toMatchObject({ number: 1 });
    for (const gone of [follow("label", { label: "broken" }), follow("version", { versionId: "v3" })])
      expect(resolveFollow(gone, state())).toMatchObject({ kind: "none", withdrawn: true });
  });

  it("takes the draft, and only its facts", () => {
    const draft = { ...facts, revision: 7, body: "never leaves the server" };
    expect(resolveFollow(follow("draft"), state({ draft }))).toEqual({
      kind: "draft",
      revision: 7,
      ...facts,
    });
  });

  it("says what is missing", () => {
    const bare = state({ draft: null, versions: [], labels: [] });
    const told = (asked: ReturnType<typeof follow>) => resolveFollow(asked, bare);
    expect(told(follow("latest"))).toMatchObject({ reason: expect.stringContaining("Not published yet") });
    expect(told(follow("label", { label: "stable" }))).toEqual({
      kind: "none",
      reason: noVersionWithLabel("stable"),
    });
    expect(told(follow("label"))).toMatchObject({ kind: "none" });
    expect(told(follow("version", { versionId: "v9" }))).toMatchObject({
      reason: "The pinned version is no longer there.",
    });
    expect(told(follow("draft"))).toMatchObject({ reason: "There is no draft." });
  });

  it("offers nothing whose description hides something", () => {
    const draft = { ...facts, revision: 1, description: "Fine.\u{E0041}\u{E0042}" };
    expect(resolveFollow(follow("draft"), state({ draft }))).toMatchObject({ kind: "none", untold: true });
  });
});
