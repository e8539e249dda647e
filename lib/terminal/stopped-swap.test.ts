import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { packageDigest } from "@/lib/skills/digest";
import { aFolder, writeFiles } from "@/lib/testing/folders";
import type { LockedSkill } from "./lock-file";
import { findLock } from "./read-lock";
import { renameFolder } from "./rename-folder";
import { sha256Of } from "./sha256";
import { recoverSwap, stagingOf, swapFolders } from "./swap-folders";

const skill = (name: string): LockedSkill => {
  const text = `${name} 2\n`;
  const files = [{ path: "SKILL.md", sha256: sha256Of(text), size: text.length, executable: false }];
  const digest = packageDigest(files, sha256Of);
  return { name, version: 2, digest, archive: digest, files };
};
const source = { address: "https://example.com", workspace: "w", agent: "a" };
const plan = { source, put: [skill("a"), skill("b")], removed: [] };

function aStagedFolder() {
  const folder = aFolder({ "a/SKILL.md": "a 1\n", "b/SKILL.md": "b 1\n" });
  writeFiles(stagingOf(folder).fresh, { "a/SKILL.md": "a 2\n", "b/SKILL.md": "b 2\n" });
  return folder;
}
const text = (folder: string, name: string) => readFileSync(path.join(folder, name, "SKILL.md"), "utf8");
const refusal = (code: string) => Object.assign(new Error(code), { code });

describe("a swap that the system refuses", () => {
  it("leaves the old skill where the new one cannot be put", () => {
    const folder = aStagedFolder();
    const next = path.join(stagingOf(folder).fresh, "b");
    const move = (from: string, to: string): void => {
      if (from === next) throw refusal("EPERM");
      renameSync(from, to);
    };
    expect(() => swapFolders(folder, plan, move)).toThrow("cannot be written to: this account may not");
    expect([text(folder, "a"), text(folder, "b")]).toEqual(["a 2\n", "b 1\n"]);
  });

  it("has written down what it put in place as soon as the next one has looked", async () => {
    const folder = aStagedFolder();
    swapFolders(folder, plan);
    const lock = await recoverSwap(folder, null, true);
    expect(await findLock(folder)).toEqual(lock);
    expect(lock?.skills.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(existsSync(stagingOf(folder).work)).toBe(false);
  });
});

describe("renameFolder", () => {
  it.each(["EPERM", "EBUSY", "EACCES"])("waits while a folder is held (%s)", (code) => {
    const folder = aFolder({ "a/SKILL.md": "A" });
    let refused = 0;
    renameFolder(path.join(folder, "a"), path.join(folder, "b"), (from, to) => {
      if (refused++ < 2) throw refusal(code);
      renameSync(from, to);
    });
    expect([refused, text(folder, "b")]).toEqual([3, "A"]);
  });

  it("does not wait for what does not pass, nor for ever", () => {
    const folder = aFolder();
    let asked = 0;
    const refuse = (code: string) => () => {
      asked++;
      throw refusal(code);
    };
    expect(() => renameFolder(folder, "x", refuse("ENOSPC"))).toThrow("ENOSPC");
    expect(asked).toBe(1);
    mkdirSync(path.join(folder, "a"));
    expect(() => renameFolder(path.join(folder, "a"), "x", refuse("EBUSY"))).toThrow("EBUSY");
  });
});
