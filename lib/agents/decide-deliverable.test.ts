import { describe, expect, it } from "vitest";
import { usualInvocation } from "@/lib/skills/invocation";
import { type DeliveryCandidate, decideDeliverable, sayLeftOut } from "./decide-deliverable";

const facts = {
  digest: "d".repeat(64),
  description: "What it does.",
  metadataTokens: 1,
  instructionTokens: 2,
  resourceTokens: 3,
  ...usualInvocation,
};
const candidate = (skill: string, changes: Partial<DeliveryCandidate> = {}): DeliveryCandidate => ({
  skillId: `id-${skill}`,
  skill,
  archived: false,
  follows: "latest",
  label: null,
  folder: skill,
  resolved: { kind: "version", versionId: `${skill}-v1`, number: 1, ...facts },
  ...changes,
});
const none = (reason: string, more: { withdrawn?: true; untold?: true } = {}) => ({
  resolved: { kind: "none" as const, reason, ...more },
  folder: null,
});

describe("decideDeliverable", () => {
  it("lets versions go, in their order, each in the folder that its SKILL.md names", () => {
    const { skills, leftOut } = decideDeliverable([candidate("b"), candidate("a", { folder: "old-a" })]);
    expect(skills.map(({ skill, folder, version }) => [skill, folder, version.versionId])).toEqual([
      ["b", "b", "b-v1"],
      ["a", "old-a", "a-v1"],
    ]);
    expect(leftOut).toEqual([]);
  });

  it("lets nothing go that the agent's rule keeps out, whatever else it is", () => {
    const keptOut = "is denied to this agent by b*";
    const draft = { kind: "draft" as const, revision: 3, ...facts };
    const { skills, leftOut } = decideDeliverable([
      candidate("a", { keptOut: null }),
      candidate("b", { keptOut }),
      candidate("bc", { keptOut, follows: "draft", resolved: draft, archived: true }),
    ]);
    expect(skills.map(({ skill }) => skill)).toEqual(["a"]);
    expect(leftOut.map(({ skill, reason }) => [skill, reason])).toEqual([
      ["b", "not-chosen"],
      ["bc", "not-chosen"],
    ]);
    expect(leftOut.map(sayLeftOut)[0]).toBe("b is denied to this agent by b*");
  });

  it("never lets a draft go, also where there is none", () => {
    const draft = { kind: "draft" as const, revision: 3, ...facts };
    const { skills, leftOut } = decideDeliverable([
      candidate("drafted", { follows: "draft", resolved: draft, folder: null }),
      candidate("empty", { follows: "draft", ...none("There is no draft.") }),
      candidate("kept"),
    ]);
    expect(skills.map(({ skill }) => skill)).toEqual(["kept"]);
    expect(leftOut.map(({ skill, reason }) => [skill, reason])).toEqual([
      ["drafted", "draft"],
      ["empty", "draft"],
    ]);
  });

  it("names every other that stays and says why", () => {
    const { skills, leftOut } = decideDeliverable([
      candidate("gone", { archived: true }),
      candidate("pulled", none("Version 2 was withdrawn by Ines: It leaks.", { withdrawn: true })),
      candidate("hiding", none("Its description hides U+202E.", { untold: true })),
      candidate("new", none("Not published yet: there is no version to follow.")),
    ]);
    expect(skills).toEqual([]);
    expect(leftOut.map((one) => [one.reason, sayLeftOut(one)])).toEqual([
      ["archived", "gone is archived"],
      ["withdrawn", "pulled has nothing to deliver (Version 2 was withdrawn by Ines: It leaks.)"],
      ["hidden-text", "hiding has nothing to deliver (Its description hides U+202E.)"],
      ["no-version", "new has nothing to deliver (Not published yet: there is no version to follow.)"],
    ]);
  });

  it("gives one folder to one skill: the first, however the names are written", () => {
    const { skills, leftOut } = decideDeliverable([
      candidate("notes", { folder: "notes" }),
      candidate("renamed", { folder: "Notes" }),
    ]);
    expect(skills.map(({ skill }) => skill)).toEqual(["notes"]);
    expect(leftOut.map(sayLeftOut)).toEqual(["renamed would unpack into the folder Notes, which notes has"]);
  });

  it("says a host's refusal as the sentence that it is", () => {
    const why = "Orion does not load it (SKILL.md, line 4)";
    expect(sayLeftOut({ skillId: "id", skill: "tools", reason: "host-refuses", why })).toBe(`tools: ${why}`);
  });
});
