import { symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { Prisma } from "@/lib/db/generated/client";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aFolder, configuredFolders } from "@/lib/testing/folders";
import { skillText } from "@/lib/testing/packages";
import { loadDirectories } from "./commands/load-directories";

const { db } = testDatabase();
const load = (context: Context, folder: string) =>
  loadDirectories(context, configuredFolders([folder]), { trigger: "request" });

describe("a report of folders", () => {
  it("says what a strict start would fail on as notes, and a name that changes on the way in", async () => {
    const context = await aContext(db);
    const folder = aFolder({
      "drawer/SKILL.md": skillText("notes"),
      "spaced/SKILL.md": skillText("Meeting Notes", "[far](../far.md)\n"),
      "good/SKILL.md": skillText("good"),
    });
    symlinkSync("../good/SKILL.md", path.join(folder, "drawer/good.md"));
    const { entries, failed } = await load(context, folder);
    expect(failed).toBe(0);
    const notes = Object.fromEntries(entries.map(({ skill, notes }) => [skill, notes]));
    expect(notes.notes).toEqual([
      "drawer/good.md is a link to good/SKILL.md, which does not belong to its skill.",
      "SKILL.md:2:7: Directory name 'drawer' must match skill name 'notes' (name-mismatch). Make them the same.",
    ]);
    const spaced = notes["meeting-notes"]?.join("\n");
    expect(spaced).toContain(
      "It is called Meeting Notes in its SKILL.md, and is kept as meeting-notes here.",
    );
    const again = await load(context, folder);
    expect(again.entries.map(({ outcome }) => outcome)).toEqual(["unchanged", "unchanged", "unchanged"]);
    expect(again.entries.map(({ notes }) => notes)).toEqual(entries.map(({ notes }) => notes));
    for (const rule of ["name-upper-case", "name-characters", "link-outside", "name-mismatch"])
      expect(spaced).toContain(`(${rule})`);
    expect(notes.good).toEqual([]);
  });

  it("keeps saying so of folders that were read before their notes were kept", async () => {
    const context = await aContext(db);
    const folder = aFolder({ "drawer/SKILL.md": skillText("notes") });
    const [first] = (await load(context, folder)).entries;
    const where = { workspaceId: context.workspace.id };
    await db.skillOrigin.updateMany({ where, data: { notes: Prisma.DbNull } });
    const [second] = (await load(context, folder)).entries;
    expect(second).toEqual({ ...first, outcome: "unchanged" });
    expect((await db.skillOrigin.findFirstOrThrow({ where })).notes).toEqual(first?.notes);
  });

  it("carries the note of a host that refuses a skill", async () => {
    const context = await aContext(db);
    const folder = aFolder({ "plain/SKILL.md": "---\ndescription: Use when asked.\n---\nDo it.\n" });
    const [entry] = (await load(context, folder)).entries;
    expect(entry?.notes.some((note) => note.includes("Orion") && note.includes("not load it"))).toBe(true);
  });
});
