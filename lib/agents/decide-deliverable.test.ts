import { describe, expect, it } from "vitest";
import { usualInvocation } from "@/lib/skills/invocation";
import { type AskHost, type DeliveryCandidate, decideDeliverable, sayLeftOut } from "./decide-deliverable";

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
  it("lets versions go, in their order, each in the folder that its SKILL.md names", async () => {
    const { skills, leftOut } = await decideDeliverable([
      candidate("b"),
      candidate("a", { folder: "old-a" }),
    ]);
    expect(skills.map(({ skill, folder, version }) => [skill, folder, version.versionId])).toEqual([
      ["b", "b", "b-v1"],
      ["a", "old-a", "a-v1"],
    ]);
    expect(leftOut).toEqual([]);
  });

  it("lets nothing go that the agent's rule keeps out, whatever else it is", async () => {
    const keptOut = "is denied to this agent by b*";
    const draft = { kind: "draft" as const, revision: 3, ...facts };
    const { skills, leftOut } = await decideDeliverable([
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

  it("never lets a draft go, also where there is none", async () => {
    const draft = { kind: "draft" as const, revision: 3, ...facts };
    const { skills, leftOut } = await decideDeliverable([
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

  it("names every other that stays and says why", async () => {
    const { skills, leftOut } = await decideDeliverable([
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

  it("gives one folder to one skill: the first, however the names are written", async () => {
    const { skills, leftOut } = await decideDeliverable([
      candidate("notes", { folder: "notes" }),
      candidate("renamed", { folder: "Notes" }),
    ]);
    expect(skills.map(({ skill }) => skill)).toEqual(["notes"]);
    expect(leftOut.map(sayLeftOut)).toEqual(["renamed would unpack into the folder Notes, which notes has"]);
  });

  it("asks the host for what would go, and leaves out last what it does not load", async () => {
    const asked: string[][] = [];
    const refusal = "Orion does not load it (SKILL.md, line 4). Shorten it.";
    const askHost: AskHost = async (skills) => {
      asked.push(skills.map(({ skill }) => skill));
      return new Map([["long-v1", refusal]]);
    };
    const { skills, leftOut } = await decideDeliverable(
      [candidate("long"), candidate("gone", { archived: true }), candidate("later", { folder: "Long" })],
      { askHost },
    );
    expect(asked).toEqual([["long"]]);
    expect(skills).toEqual([]);
    expect(leftOut.map(({ skill, reason }) => [skill, reason])).toEqual([
      ["gone", "archived"],
      ["later", "same-folder"],
      ["long", "host-refuses"],
    ]);
    expect(leftOut.map(sayLeftOut).at(-1)).toBe(`long: ${refusal.slice(0, -1)}`);
  });

  it("lets versions that go out one after the other have the same folder", async () => {
    const version = (number: number) =>
      candidate("notes", { resolved: { kind: "version", versionId: `v${number}`, number, ...facts } });
    const { skills } = await decideDeliverable([version(2), version(3)], { together: false });
    expect(skills.map(({ version: { number } }) => number)).toEqual([2, 3]);
  });

  it("says a host's refusal as the sentence that it is", async () => {
    const why = "Orion does not load it (SKILL.md, line 4)";
    expect(sayLeftOut({ skillId: "id", skill: "tools", reason: "host-refuses", why })).toBe(`tools: ${why}`);
  });
});
