import { describe, expect, it } from "vitest";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage, skillText } from "@/lib/testing/packages";
import { changeDraft } from "../commands/change-draft";
import type { DraftChange } from "./draft-schema";
import { getDraft, getDraftFile } from "./get-draft";

const { db } = testDatabase();
const write = (path: string, text: string): DraftChange => ({ op: "write", path, text });

async function aDraft(files: Record<string, string> = {}) {
  const context = await aContext(db);
  const { skillId } = await aPackage(context, { name: "pdf-tools", files });
  const save = (baseRevision: number, ...changes: DraftChange[]) =>
    changeDraft(context, { skill: "pdf-tools", baseRevision, changes });
  const read = async (path: string) => (await getDraftFile(context, { skill: "pdf-tools", path })).text;
  return { context, skillId, save, read };
}

describe("changeDraft", () => {
  it("saves a set of changes as one revision, with its digest, tokens and audit row", async () => {
    const { context, skillId, save, read } = await aDraft({ "references/old.md": "old" });
    const before = await getDraft(context, { skill: "pdf-tools" });
    const saved = await save(
      1,
      write("scripts/run.py", "print('x')\n"),
      { op: "move", from: "references/old.md", to: "references/new.md" },
      write("references/new.md", "new"),
    );
    expect(saved).toMatchObject({ revision: 2, rebased: false });
    expect(saved.files.map(({ path }) => path)).toEqual(["SKILL.md", "references/new.md", "scripts/run.py"]);
    expect(saved.tokens.resources).toBeGreaterThan(0);
    expect(await read("references/new.md")).toBe("new");
    const [audit] = await db.audit.findMany({ where: { objectId: skillId, action: "draft.saved" } });
    expect(audit).toMatchObject({ digestBefore: before.digest, digestAfter: saved.digest });
  });

  it("keeps bytes that are no text, exactly", async () => {
    const { save, context } = await aDraft();
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 254]);
    await save(1, { op: "write", path: "assets/x.png", base64: bytes.toString("base64") });
    const file = await getDraftFile(context, { skill: "pdf-tools", path: "assets/x.png" });
    expect(file).toMatchObject({ kind: "binary", size: 7 });
    expect(file).not.toHaveProperty("text");
  });

  it("answers a stale save of the same file with the text as it is now, and loses neither", async () => {
    const { context, save, read } = await aDraft({ "notes.md": "one" });
    const other = await aColleague(context, "author", "Noor");
    await changeDraft(other, { skill: "pdf-tools", baseRevision: 1, changes: [write("notes.md", "theirs")] });
    await expect(save(1, write("notes.md", "mine"))).rejects.toMatchObject({
      code: "CONFLICT",
      details: { revision: 2, updatedBy: { name: "Noor" }, files: [{ path: "notes.md", text: "theirs" }] },
    });
    expect(await read("notes.md")).toBe("theirs");
  });

  it("puts a stale save on top when nobody touched its files", async () => {
    const { save, read } = await aDraft({ "a.md": "a", "b.md": "b" });
    await save(1, write("a.md", "A"));
    const saved = await save(1, write("b.md", "B"));
    expect(saved).toMatchObject({ revision: 3, rebased: true });
    expect([await read("a.md"), await read("b.md")]).toEqual(["A", "B"]);
  });

  it("sees a conflict in a file that was deleted meanwhile, and in a folder that moves", async () => {
    const { save } = await aDraft({ "a.md": "a", "docs/b.md": "b" });
    await save(1, { op: "delete", path: "a.md" }, write("docs/b.md", "B"));
    await expect(save(1, write("a.md", "mine"))).rejects.toMatchObject({
      code: "CONFLICT",
      details: { files: [{ path: "a.md" }] },
    });
    await expect(save(1, { op: "move", from: "docs", to: "guides" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  it("lets ten savers of different files at once all win", async () => {
    const { context, save } = await aDraft();
    let waiting = Array.from({ length: 10 }, (_, n) => write(`notes/${n}.md`, `${n}`));
    while (waiting.length > 0) {
      const results = await Promise.allSettled(waiting.map((change) => save(1, change)));
      waiting = waiting.filter((_, n) => results[n]?.status === "rejected");
    }
    const draft = await getDraft(context, { skill: "pdf-tools" });
    expect(draft.revision).toBe(11);
    expect(draft.files).toHaveLength(11);
  });

  it("lets one of two savers of the same file win", async () => {
    const { save } = await aDraft({ "a.md": "a" });
    const results = await Promise.allSettled([save(1, write("a.md", "x")), save(1, write("a.md", "y"))]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "CONFLICT" },
    });
  });

  it("makes no revision when nothing changes", async () => {
    const { save } = await aDraft({ "a.md": "a" });
    expect(await save(1, write("a.md", "a"))).toMatchObject({ revision: 1 });
  });

  it.each([
    ["leaves the package", write("../x.md", ""), "path-traversal"],
    ["is absolute", write("/etc/passwd", ""), "path-absolute"],
    ["is a .git folder", write(".git/config", ""), "path-git"],
    ["differs from another in case alone", write("Notes.md", ""), "path-collision"],
    ["needs a file to be a folder", write("notes.md/x.md", ""), "path-collision"],
    ["deletes SKILL.md", { op: "delete", path: "SKILL.md" } as const, "skill-file-required"],
    ["moves SKILL.md", { op: "move", from: "SKILL.md", to: "docs/SKILL.md" } as const, "skill-file-required"],
    ["moves onto another file", { op: "move", from: "notes.md", to: "SKILL.md" } as const, "file-exists"],
    ["names nothing", { op: "delete", path: "gone.md" } as const, "file-missing"],
    ["is larger than a file may be", write("big.txt", "x".repeat(10_485_761)), "file-too-large"],
    ["makes SKILL.md too large", write("SKILL.md", "x".repeat(1_048_577)), "skill-file-too-large"],
  ])("refuses the whole set when one change %s", async (_, change, rule) => {
    const { context, save } = await aDraft({ "notes.md": "n" });
    await expect(save(1, write("fine.md", "fine"), change)).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      details: { refusal: { rule } },
    });
    expect(await getDraft(context, { skill: "pdf-tools" })).toMatchObject({ revision: 1 });
  });

  it("finds no draft of another workspace", async () => {
    const { context } = await aDraft();
    const stranger = await aContext(db);
    const input = { skill: "pdf-tools", baseRevision: 1, changes: [write("a.md", "a")] };
    await expect(changeDraft(stranger, input)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(getDraft(stranger, { skill: "pdf-tools" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const viewer = await aColleague(context, "viewer");
    await expect(changeDraft(viewer, input)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("reports errors and findings as data and stores the text all the same", async () => {
    const { save } = await aDraft();
    const saved = await save(
      1,
      write("SKILL.md", ""),
      write("x.md", `key: ${"AKIA"}${"IOSFODNN7REALKEY"}\n`),
    );
    expect(saved.issues.some(({ severity }) => severity === "error")).toBe(true);
    expect(saved.findings.some(({ severity }) => severity === "blocking")).toBe(true);
    const row = await db.draft.findUniqueOrThrow({ where: { skillId: saved.skillId } });
    expect(row.errorCount).toBeGreaterThan(0);
    expect(row.blockingCount).toBeGreaterThan(0);
  });

  it("stores text that Postgres cannot keep in a text column", async () => {
    const { save } = await aDraft();
    const text = `${skillText("pdf-tools")}${"x".repeat(9_000)}\u0000 tail`;
    expect(await save(1, write("SKILL.md", text))).toMatchObject({ revision: 2 });
  });
});
