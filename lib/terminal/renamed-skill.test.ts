import { describe, expect, it } from "vitest";
import { packageDigest } from "@/lib/skills/digest";
import { hasEachFolderOnce, type Lock, type LockedSkill } from "./lock-file";
import { lockedAfter, planPull } from "./plan-pull";
import type { Tree } from "./read-tree";
import { sha256Of } from "./sha256";

const skill = (name: string, version: number): LockedSkill => {
  const text = `${version}\n`;
  const files = [{ path: "SKILL.md", sha256: sha256Of(text), size: text.length, executable: false }];
  const digest = packageDigest(files, sha256Of);
  return { name, version, digest, archive: digest, files };
};
const lock: Lock = {
  format: 1,
  digest: "a".repeat(64),
  etag: null,
  skills: [skill("Notes", 1)],
  source: { address: "https://example.com", workspace: "w", agent: "a" },
};
const asTree = ({ files, digest }: LockedSkill): Tree => ({ files: [...files], odd: [], digest });
const pulled = asTree(skill("Notes", 1));
const mine = asTree(skill("mine", 9));

/** Plans `notes` where `Notes` was pulled; what is asked for is read with case, or without. */
function planned(trees: Readonly<Record<string, Tree>>, ignoresCase = false) {
  const folders = Object.entries(trees);
  const treeOf = (name: string): Tree | null =>
    folders.find(([at]) => at === name || (ignoresCase && at.toLowerCase() === name.toLowerCase()))?.[1] ??
    null;
  const steps = planPull([skill("notes", 2)], lock, { treeOf, hasModes: true, force: false });
  const locked = lockedAfter(steps);
  expect(hasEachFolderOnce(locked)).toBe(true);
  return {
    acts: steps.map((step) => `${step.act} ${step.skill.name}`),
    locked: locked.map(({ name, version }) => `${name} ${version}`),
  };
}

describe("a skill whose name has another case now", () => {
  it("takes the place of the one that was pulled, where both have a folder", () => {
    expect(planned({ Notes: pulled })).toEqual({ acts: ["add notes", "remove Notes"], locked: ["notes 2"] });
  });

  it("leaves and names what was changed here, in a lock file that can be read", () => {
    expect(planned({ Notes: mine })).toEqual({
      acts: ["add notes", "hold-removed Notes"],
      locked: ["notes 2"],
    });
  });

  it("is an update where both are one folder, which does not go", () => {
    expect(planned({ Notes: pulled }, true)).toEqual({
      acts: ["update notes", "forget Notes"],
      locked: ["notes 2"],
    });
    expect(planned({ Notes: asTree(skill("notes", 2)) }, true).acts).toEqual(["keep notes", "forget Notes"]);
    expect(planned({ Notes: mine }, true)).toEqual({
      acts: ["hold notes", "forget Notes"],
      locked: ["Notes 1"],
    });
  });
});
