import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { aFolder } from "@/lib/testing/folders";
import { isOf, noteSeenDraft, readSeenDrafts, type SeenDraft } from "./seen-drafts";
import { sha256Of } from "./sha256";

const draft = (skill: string, text: string): SeenDraft => ({
  address: "https://x.example",
  workspace: "acme",
  skill,
  files: [{ path: "SKILL.md", sha256: sha256Of(text), executable: false }],
});

describe("drafts that were seen", () => {
  it("are none at first, and one for each skill of a workspace", async () => {
    const folder = aFolder();
    expect(await readSeenDrafts(folder)).toEqual([]);
    await noteSeenDraft(folder, draft("a", "1"));
    await noteSeenDraft(folder, draft("b", "1"));
    await noteSeenDraft(folder, draft("a", "2"));
    expect(await readSeenDrafts(folder)).toEqual([draft("b", "1"), draft("a", "2")]);
    expect(readdirSync(folder)).toEqual([".greenroom-drafts.json"]);
  });

  it("are kept apart by server and workspace", async () => {
    const folder = aFolder();
    const elsewhere = { ...draft("a", "1"), workspace: "other" };
    await noteSeenDraft(folder, draft("a", "1"));
    await noteSeenDraft(folder, elsewhere);
    expect(await readSeenDrafts(folder)).toHaveLength(2);
    expect([isOf(elsewhere, draft("a", "2")), isOf(draft("a", "1"), draft("a", "2"))]).toEqual([false, true]);
    expect(isOf({ ...draft("a", "1"), address: "https://y.example" }, draft("a", "1"))).toBe(false);
  });

  it.each(["", "{", "null", '{"format":2,"drafts":[]}', '{"format":1,"drafts":[{"skill":"a"}]}'])(
    "are told to be damaged: %j",
    async (text) => {
      const folder = aFolder({ ".greenroom-drafts.json": text });
      await expect(readSeenDrafts(folder)).rejects.toThrow("Remove it: drafts that differ are then refused");
      await expect(noteSeenDraft(folder, draft("a", "1"))).rejects.toThrow("is damaged");
    },
  );

  it("are never written through a link that lies in the way", async () => {
    const folder = aFolder();
    const outside = path.join(aFolder({ "notes.txt": "Theirs\n" }), "notes.txt");
    symlinkSync(outside, path.join(folder, `.greenroom-drafts.json.${process.pid}`));
    await noteSeenDraft(folder, draft("a", "1"));
    expect(readFileSync(outside, "utf8")).toBe("Theirs\n");
    expect(await readSeenDrafts(folder)).toEqual([draft("a", "1")]);
    expect(readdirSync(folder)).toEqual([".greenroom-drafts.json"]);
  });

  it("say where they cannot be written", async () => {
    const folder = aFolder();
    writeFileSync(path.join(folder, "file"), "");
    await expect(noteSeenDraft(path.join(folder, "missing"), draft("a", "1"))).rejects.toThrow(
      /cannot be written: it does not exist \(ENOENT\)\./,
    );
  });
});
