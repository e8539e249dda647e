import { describe, expect, it } from "vitest";
import { buildTar, type RawTarEntry } from "@/lib/bundles/fixtures/build-tar";
import { buildZip } from "@/lib/bundles/fixtures/build-zip";
import { getDraft, readDraftBytes } from "@/lib/library/drafts/get-draft";
import { exportSkill } from "@/lib/library/exports/export-skill";
import { listSkills } from "@/lib/library/list-skills";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { skillText } from "@/lib/testing/packages";
import { store, upload } from "@/lib/testing/uploads";

const { db } = testDatabase();

const skill = (name: string): RawTarEntry => ({
  name: `repo/skills/${name}/SKILL.md`,
  data: skillText(name),
});
const link = (name: string, target: string): RawTarEntry => ({ name, type: "2", link: target });

describe("an archive with links", () => {
  const repository = buildTar([
    { name: "repo/AGENTS.md", data: "Instructions." },
    link("repo/CLAUDE.md", "AGENTS.md"),
    skill("whole"),
    skill("linked"),
    link("repo/skills/linked/references/latest.md", "v2.md"),
    { name: "repo/skills/linked/references/v2.md", data: "Second." },
    skill("broken"),
    link("repo/skills/broken/terms.md", "../../shared/terms.md"),
    { name: "repo/skills/odd/SKILL.md", data: skillText("odd") },
    { name: 'repo/skills/odd/a"b.md', data: "x" },
    { name: "repo/skills/pipe/SKILL.md", type: "6" },
  ]);

  it("imports every skill that is whole, with copies for links, and refuses the others by rule and file", async () => {
    const context = await aContext(db);
    const found = await upload(context, { "repo.tar": repository });
    expect(found.sources).toMatchObject([
      {
        state: "read",
        packages: 5,
        ignoredFiles: 2,
        notes: [
          {
            rule: "archive-link",
            path: "repo/CLAUDE.md",
            message:
              "repo/CLAUDE.md is a link to AGENTS.md. It lies outside of every skill and was left out.",
          },
        ],
      },
    ]);
    expect(found.items.map(({ name, state, rule, path }) => [name, state, rule, path])).toEqual([
      ["broken", "refused", "archive-link", "terms.md"],
      ["linked", "found", null, null],
      ["odd", "refused", "path-windows-name", 'a"b.md'],
      ["pipe", "refused", "archive-special-file", "SKILL.md"],
      ["whole", "found", null, null],
    ]);
    expect(found.items[0]?.message).toBe(
      "terms.md is a link to ../../shared/terms.md, which is outside of the package.",
    );
    expect(found.items[1]?.notes).toEqual([
      {
        rule: "archive-link",
        path: "references/latest.md",
        message: "references/latest.md was a link to v2.md; the file itself is in its place.",
      },
    ]);
    const done = await store(context, found.id);
    expect(done.report).toMatchObject({ stored: 2, refused: 3, failed: 0 });
    expect((await listSkills(context, {})).items.map(({ name }) => name).sort()).toEqual(["linked", "whole"]);
    const copy = await readDraftBytes(context, { skill: "linked", path: "references/latest.md" });
    expect(new TextDecoder().decode(copy.content)).toBe("Second.");
  });

  it("comes back from an export with the same digest, and the copies are files like any other", async () => {
    const context = await aContext(db);
    const found = await upload(context, { "repo.tar": repository });
    await store(context, found.id);
    const { digest } = await getDraft(context, { skill: "linked" });
    const { content } = await exportSkill(context, { skill: "linked", version: "draft" });
    const again = await upload(await aContext(db), { "linked.zip": content });
    expect(again.items).toMatchObject([{ state: "found", digest, notes: [] }]);
  });

  it("names the first fifty things that were left out, and counts the others", async () => {
    const context = await aContext(db);
    const links = Array.from({ length: 60 }, (_, index) => link(`repo/l${index}`, "AGENTS.md"));
    const found = await upload(context, { "repo.tar": buildTar([skill("whole"), ...links]) });
    const { notes } = found.sources[0] ?? { notes: [] };
    expect(notes).toHaveLength(51);
    expect(notes.at(-1)).toEqual({ rule: "archive-link", path: "", message: "10 more like these." });
  });

  it("says so when a name came in another form of Unicode", async () => {
    const context = await aContext(db);
    const archive = buildZip([
      { name: "a/SKILL.md", data: skillText("a") },
      { name: "a/cafe\u0301.md", data: "x" },
    ]);
    const found = await upload(context, { "a.zip": archive });
    expect(found.items[0]?.notes).toMatchObject([{ rule: "path-composed", path: "caf\u00e9.md" }]);
  });
});

describe("a dropped folder", () => {
  it("keeps a bad name with its own skill, as an archive does", async () => {
    const context = await aContext(db);
    const found = await upload(context, {
      "drop/good/SKILL.md": skillText("good"),
      "drop/bad/SKILL.md": skillText("bad"),
      "drop/bad/con.md": "x",
      "drop/docs/what?.md": "x",
    });
    expect(found.items.map(({ name, state, rule, path }) => [name, state, rule, path])).toEqual([
      ["bad", "refused", "path-windows-name", "con.md"],
      ["good", "found", null, null],
    ]);
    expect(found.sources[0]?.notes).toMatchObject([
      { rule: "path-windows-name", path: "drop/docs/what?.md" },
    ]);
  });
});
