import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { packageDigest } from "@/lib/skills/digest";
import { aFolder } from "@/lib/testing/folders";
import { type Lock, type LockedSkill, lockFileName, workFolder } from "./lock-file";
import { sha256Of } from "./sha256";
import { finishSwap, recoverSwap, stagingOf, swapFolders } from "./swap-folders";

const skill = (name: string, version: number): LockedSkill => {
  const text = `${name} ${version}\n`;
  const files = [{ path: "SKILL.md", sha256: sha256Of(text), size: text.length, executable: false }];
  const digest = packageDigest(files, sha256Of);
  return { name, version, digest, archive: digest, files };
};
const source = { address: "https://example.com", workspace: "w", agent: "a" };
const lockOf = (...skills: LockedSkill[]): Lock => ({
  format: 1,
  source,
  digest: "a".repeat(64),
  etag: "e",
  skills,
});
const text = (folder: string, name: string) => readFileSync(path.join(folder, name, "SKILL.md"), "utf8");

/** A folder with version 1 of two skills, and version 2 of both ready. */
function aStagedFolder() {
  const folder = aFolder({ "a/SKILL.md": "a 1\n", "b/SKILL.md": "b 1\n", "gone/SKILL.md": "gone 1\n" });
  const { fresh } = stagingOf(folder);
  for (const name of ["a", "b"]) {
    mkdirSync(path.join(fresh, name), { recursive: true });
    writeFileSync(path.join(fresh, name, "SKILL.md"), `${name} 2\n`);
  }
  return folder;
}
const plan = { source, put: [skill("a", 2), skill("b", 2)], removed: ["gone"] };
const before = lockOf(skill("a", 1), skill("b", 1), skill("gone", 1));

describe("swapFolders", () => {
  it("puts each new folder in its place, takes the others out, and leaves nothing but the lock file", async () => {
    const folder = aStagedFolder();
    swapFolders(folder, plan);
    expect([text(folder, "a"), text(folder, "b"), existsSync(path.join(folder, "gone"))]).toEqual([
      "a 2\n",
      "b 2\n",
      false,
    ]);
    const lock = lockOf(skill("a", 2), skill("b", 2));
    await finishSwap(folder, lock);
    expect(readdirSync(folder).sort()).toEqual([lockFileName, "a", "b"]);
    expect(JSON.parse(readFileSync(path.join(folder, lockFileName), "utf8"))).toEqual(lock);
  });

  it("says that the disk or the folder refuses", () => {
    const folder = aFolder({ [workFolder]: "a file in the way" });
    expect(() => swapFolders(folder, plan)).toThrow(/cannot be written to: .+ \((?:EEXIST|ENOTDIR)\)/);
  });
});

describe("recoverSwap", () => {
  it("does nothing where no pull was stopped", async () => {
    expect(await recoverSwap(aFolder(), before, true)).toBe(before);
  });

  it("forgets what was only made ready", async () => {
    const folder = aStagedFolder();
    expect(await recoverSwap(folder, before, true)).toBe(before);
    expect([text(folder, "a"), existsSync(path.join(folder, workFolder))]).toEqual(["a 1\n", false]);
  });

  it("takes what was put in place for pulled when it was killed before the lock file", async () => {
    const folder = aStagedFolder();
    swapFolders(folder, plan);
    const lock = await recoverSwap(folder, before, true);
    expect(lock?.skills.map(({ name, version }) => `${name} ${version}`)).toEqual(["gone 1", "a 2", "b 2"]);
    expect([lock?.digest, lock?.etag]).toEqual([null, null]);
    expect(await recoverSwap(folder, null, true)).toBeNull();
  });

  it("knows them also when it was the first pull, of which there is no lock file yet", async () => {
    const folder = aStagedFolder();
    swapFolders(folder, plan);
    const lock = await recoverSwap(folder, null, true);
    expect(lock).toMatchObject({ source, digest: null, skills: [{ name: "a" }, { name: "b" }] });
  });

  it("brings the old one back when it was killed between the two renames of a skill", async () => {
    const folder = aStagedFolder();
    swapFolders(folder, plan);
    // As if only `a` had been done, and `b` had been moved away.
    const { fresh, old } = stagingOf(folder);
    renameSync(path.join(folder, "b"), path.join(fresh, "b"));
    expect(existsSync(path.join(old, "b"))).toBe(true);
    const lock = await recoverSwap(folder, before, true);
    expect([text(folder, "a"), text(folder, "b")]).toEqual(["a 2\n", "b 1\n"]);
    expect(lock?.skills.map(({ name, version }) => `${name} ${version}`)).toEqual(["b 1", "gone 1", "a 2"]);
  });

  it("does not take for pulled what was changed since", async () => {
    const folder = aStagedFolder();
    swapFolders(folder, plan);
    writeFileSync(path.join(folder, "a/SKILL.md"), "mine\n");
    const lock = await recoverSwap(folder, before, true);
    expect(lock?.skills.map(({ name, version }) => `${name} ${version}`)).toEqual(["a 1", "gone 1", "b 2"]);
    expect(text(folder, "a")).toBe("mine\n");
  });
});
