import { describe, expect, it } from "vitest";
import { packageDigest } from "@/lib/skills/digest";
import type { Lock, LockedSkill } from "./lock-file";
import { isHeld, lockedAfter, type PullStep, planPull } from "./plan-pull";
import type { Tree } from "./read-tree";
import { sha256Of } from "./sha256";

const skill = (name: string, version: number): LockedSkill => {
  const text = `${name} ${version}\n`;
  const files = [{ path: "SKILL.md", sha256: sha256Of(text), size: text.length, executable: false }];
  const digest = packageDigest(files, sha256Of);
  return { name, version, digest, archive: digest, files };
};
const lockOf = (...skills: LockedSkill[]): Lock => ({
  format: 1,
  digest: "a".repeat(64),
  etag: null,
  skills,
  source: { address: "https://example.com", workspace: "w", agent: "a" },
});
const asTree = ({ files, digest }: LockedSkill): Tree => ({ files: [...files], odd: [], digest });
const mine: Tree = asTree(skill("mine", 9));

const plan = (
  wanted: readonly LockedSkill[],
  lock: Lock | null,
  trees: Readonly<Record<string, Tree>>,
  force = false,
) => planPull(wanted, lock, { treeOf: (name) => trees[name] ?? null, hasModes: true, force });
const acts = (steps: readonly PullStep[]) => steps.map(({ act, skill: { name } }) => `${act} ${name}`);

describe("planPull", () => {
  it("adds what is not here, with a lock file or without", () => {
    expect(acts(plan([skill("a", 1)], null, {}))).toEqual(["add a"]);
    expect(acts(plan([skill("a", 2)], lockOf(skill("a", 1)), {}))).toEqual(["add a"]);
  });

  it("keeps what is here byte for byte, whoever put it there", () => {
    expect(acts(plan([skill("a", 1)], null, { a: asTree(skill("a", 1)) }))).toEqual(["keep a"]);
    expect(acts(plan([skill("a", 2)], lockOf(skill("a", 1)), { a: asTree(skill("a", 2)) }))).toEqual([
      "keep a",
    ]);
  });

  it("updates what is as it was pulled", () => {
    expect(acts(plan([skill("a", 2)], lockOf(skill("a", 1)), { a: asTree(skill("a", 1)) }))).toEqual([
      "update a",
    ]);
  });

  it("holds what was changed here, and what was never pulled, unless it is forced", () => {
    const lock = lockOf(skill("a", 1));
    expect(acts(plan([skill("a", 2)], lock, { a: mine }))).toEqual(["hold a"]);
    expect(acts(plan([skill("a", 2)], null, { a: asTree(skill("a", 1)) }))).toEqual(["hold a"]);
    expect(acts(plan([skill("a", 2)], lock, { a: mine }, true))).toEqual(["replace a"]);
  });

  it("says what differs of what it holds", () => {
    const [step] = plan([skill("a", 2)], null, { a: { files: [], odd: ["link"], digest: "" } });
    expect(step).toMatchObject({
      act: "hold",
      difference: { added: ["link"], changed: [], missing: ["SKILL.md"] },
    });
  });

  it("removes what is not delivered any more when it is unchanged, and forgets what is gone", () => {
    const lock = lockOf(skill("a", 1), skill("b", 1), skill("c", 1));
    const trees = { a: asTree(skill("a", 1)), b: mine };
    expect(acts(plan([], lock, trees))).toEqual(["remove a", "hold-removed b", "forget c"]);
    expect(acts(plan([], lock, trees, true))).toEqual(["remove a", "remove b", "forget c"]);
  });

  it("does nothing to folders that were neither pulled nor are delivered", () => {
    expect(plan([], lockOf(), { own: mine })).toEqual([]);
  });

  it("takes a mode for a change only where the system has modes", () => {
    const tree = asTree(skill("a", 1));
    tree.files = tree.files.map((file) => ({ ...file, executable: true }));
    const here = { treeOf: () => tree, force: false };
    expect(acts(planPull([skill("a", 1)], null, { ...here, hasModes: true }))).toEqual(["hold a"]);
    expect(acts(planPull([skill("a", 1)], null, { ...here, hasModes: false }))).toEqual(["keep a"]);
  });
});

describe("a skill whose name has another case now", () => {
  const lock = lockOf(skill("Notes", 1));
  /** Where case is ignored, both names open the one folder. */
  const onOneFolder = (wanted: LockedSkill, tree: Tree, force = false) =>
    plan([wanted], lock, { notes: tree, Notes: tree }, force);
  const renamed = (version: number): LockedSkill => ({ ...skill("Notes", version), name: "notes" });

  it("is the folder that was pulled, and does not go", () => {
    const pulled = asTree(skill("Notes", 1));
    const updated = onOneFolder(renamed(2), pulled);
    expect(acts(updated)).toEqual(["update notes", "forget Notes"]);
    expect(lockedAfter(updated).map(({ name, version }) => [name, version])).toEqual([["notes", 2]]);
    expect(acts(onOneFolder(renamed(1), pulled))).toEqual(["keep notes", "forget Notes"]);
  });

  it("stays as it is where it was changed here, unless it is forced", () => {
    const held = onOneFolder(renamed(2), mine);
    expect(acts(held)).toEqual(["hold notes", "forget Notes"]);
    expect(lockedAfter(held).map(({ version }) => version)).toEqual([1]);
    expect(acts(onOneFolder(renamed(2), mine, true))).toEqual(["replace notes", "forget Notes"]);
  });

  it("is another folder where case counts", () => {
    const trees = { Notes: asTree(skill("Notes", 1)) };
    expect(acts(plan([renamed(2)], lock, trees))).toEqual(["add notes", "remove Notes"]);
  });
});

describe("lockedAfter", () => {
  it("has of what was held that which was there before, so that it stays changed", () => {
    const lock = lockOf(skill("a", 1), skill("gone", 1), skill("kept", 1));
    const trees = { a: mine, gone: asTree(skill("gone", 1)), kept: mine, own: mine };
    const steps = plan([skill("a", 2), skill("b", 1), skill("own", 1)], lock, trees);
    expect(acts(steps)).toEqual(["hold a", "add b", "hold own", "remove gone", "hold-removed kept"]);
    expect(lockedAfter(steps).map(({ name, version }) => `${name} ${version}`)).toEqual([
      "a 1",
      "b 1",
      "kept 1",
    ]);
    expect(steps.filter(isHeld)).toHaveLength(3);
  });
});
