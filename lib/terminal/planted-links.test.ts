import { lstatSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { aFolder } from "@/lib/testing/folders";
import { type Lock, lockFileName } from "./lock-file";
import { noteSeenDraft, readSeenDrafts } from "./seen-drafts";
import { finishSwap } from "./swap-folders";

/** A folder in which a link of this name leads to a file outside of it. */
function aFolderWithLink(name: string) {
  const home = aFolder({ ".bashrc": "mine\n", "skills/notes/SKILL.md": "N\n" });
  const folder = path.join(home, "skills");
  symlinkSync(path.join(home, ".bashrc"), path.join(folder, name));
  return { folder, outside: () => readFileSync(path.join(home, ".bashrc"), "utf8") };
}
const lock: Lock = {
  format: 1,
  digest: null,
  etag: null,
  skills: [],
  source: { address: "https://example.com", workspace: "acme", agent: "desk" },
};

describe("a link that was planted where a file is written", () => {
  it("is not followed for the lock file", async () => {
    const { folder, outside } = aFolderWithLink(`${lockFileName}.next`);
    await finishSwap(folder, lock);
    expect(outside()).toBe("mine\n");
    expect(lstatSync(path.join(folder, lockFileName)).isFile()).toBe(true);
    expect(readdirSync(folder).sort()).toEqual([lockFileName, "notes"]);
  });

  it("is replaced where it is the lock file itself", async () => {
    const { folder, outside } = aFolderWithLink(lockFileName);
    await finishSwap(folder, lock);
    expect([outside(), lstatSync(path.join(folder, lockFileName)).isFile()]).toEqual(["mine\n", true]);
  });

  it("is not followed for the drafts that were seen", async () => {
    const { folder, outside } = aFolderWithLink(`.greenroom-drafts.json.${process.pid}`);
    const seen = { address: "https://example.com", workspace: "acme", skill: "notes", files: [] };
    await noteSeenDraft(folder, seen);
    expect([outside(), await readSeenDrafts(folder)]).toEqual(["mine\n", [seen]]);
    expect(readdirSync(folder).sort()).toEqual([".greenroom-drafts.json", "notes"]);
  });
});
