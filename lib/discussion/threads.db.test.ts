import { describe, expect, it } from "vitest";
import { changeDraft } from "@/lib/library/commands/change-draft";
import type { DraftChange } from "@/lib/library/drafts/draft-schema";
import { getVersion } from "@/lib/library/versions/get-version";
import { deleteUnusedBlobs } from "@/lib/library/writes/store-blobs";
import { testDatabase } from "@/lib/testing/database";
import { approve, digestNow, publish, reviewed, save } from "@/lib/testing/reviews/team";
import { aReview, body, onLines, onlyThread, revisionNow } from "@/lib/testing/reviews/threads";
import { createThread } from "./commands/create-thread";
import { resolveThread } from "./commands/resolve-thread";
import { listThreads } from "./list-threads";

const { db } = testDatabase();

describe("a thread on lines", () => {
  it("keeps the lines and what stands around them", async () => {
    const { author, reviewer, number } = await aReview(db);
    const thread = await onLines(reviewer, number, [2, 3]);
    expect(thread).toMatchObject({
      review: { number, skill: reviewed },
      place: {
        kind: "file",
        side: "new",
        path: "notes.md",
        startLine: 2,
        endLine: 3,
        revision: 2,
        quote: "two\nthree",
        hunk: { from: 1, lines: ["one", "two", "three"] },
        now: { path: "notes.md", startLine: 2, endLine: 3, moved: false },
      },
      createdBy: { name: "Rex" },
      comments: [{ body, author: { name: "Rex" }, suggestion: null, editedAt: null }],
    });
    expect(await onlyThread(author, number)).toEqual(thread);
  });

  it("keeps the beginning of a very long line, and half of no character", async () => {
    const { author, reviewer, number } = await aReview(db);
    await save(author, "notes.md", `${"x".repeat(3_999)}😀 and on\ntwo\n`);
    const { place } = await onLines(reviewer, number, [2, 2]);
    expect(place).toMatchObject({ hunk: { from: 1, lines: ["x".repeat(3_999), "two"] } });
  });

  it("moves with its text, into a moved file too, and is outdated with its old text when that is edited", async () => {
    const { author, reviewer, number } = await aReview(db);
    await onLines(reviewer, number, [2, 2]);
    await save(author, "notes.md", "zero\none\ntwo\nthree\n");
    expect((await onlyThread(author, number)).place).toMatchObject({
      now: { startLine: 3, endLine: 3, moved: true },
    });
    const move = async (from: string, to: string) =>
      changeDraft(author, {
        skill: reviewed,
        baseRevision: await revisionNow(author),
        changes: [{ op: "move", from, to }],
      });
    await move("notes.md", "docs/notes.md");
    expect((await onlyThread(author, number)).place).toMatchObject({
      now: { path: "docs/notes.md", startLine: 3 },
    });
    await save(author, "docs/notes.md", "one\nTWO\nthree\n");
    expect((await onlyThread(author, number)).place).toMatchObject({
      now: null,
      quote: "two",
      hunk: { from: 1, lines: ["one", "two", "three"] },
    });
    await save(author, "docs/notes.md", "one\r\ntwo\r\nthree\r\n");
    expect((await onlyThread(author, number)).place).toMatchObject({ now: { startLine: 2 } });
  });

  it("follows a file that was renamed and edited in one save, and no other file of its name", async () => {
    const { author, reviewer, number } = await aReview(db);
    const text = ["first line", "second line", "third line", "fourth line", "fifth line", ""].join("\n");
    await save(author, "docs/guide.md", text);
    await onLines(reviewer, number, [3, 3], { path: "docs/guide.md" });
    const change = async (...changes: DraftChange[]) =>
      changeDraft(author, { skill: reviewed, baseRevision: await revisionNow(author), changes });
    await change(
      { op: "move", from: "docs/guide.md", to: "docs/handbook.md" },
      { op: "write", path: "docs/handbook.md", text: `new line\n${text.replace("fifth", "last")}` },
    );
    expect((await onlyThread(author, number)).place).toMatchObject({
      now: { path: "docs/handbook.md", startLine: 4, moved: true },
    });
    await change(
      { op: "delete", path: "docs/handbook.md" },
      { op: "write", path: "other/guide.md", text: "something else\nthird line\naltogether here\n" },
    );
    expect((await onlyThread(author, number)).place).toMatchObject({ now: null });
    await change({ op: "delete", path: "other/guide.md" });
    expect((await onlyThread(author, number)).place).toMatchObject({ now: null, quote: "third line" });
  });

  it("follows a renamed and edited file with all the others on it", async () => {
    const { author, reviewer, number } = await aReview(db);
    const lines = Array.from({ length: 12 }, (_, at) => `line number ${at + 1}`);
    await save(author, "guide.md", lines.join("\n"));
    for (const line of [2, 5, 9]) await onLines(reviewer, number, [line, line], { path: "guide.md" });
    const changes: DraftChange[] = [
      { op: "delete", path: "guide.md" },
      { op: "write", path: "handbook.md", text: ["something new", ...lines].join("\n") },
    ];
    await changeDraft(author, { skill: reviewed, baseRevision: await revisionNow(author), changes });
    const { items } = await listThreads(author, { review: number });
    expect(items.map(({ place }) => place)).toMatchObject(
      [3, 6, 10].map((startLine) => ({ now: { path: "handbook.md", startLine, moved: true } })),
    );
  });

  it("on the old side stays with the version that the review started from", async () => {
    const { author, reviewer, number } = await aReview(db);
    const { digest } = await getVersion(author, { skill: reviewed, number: 1 });
    const anchor = { kind: "file", digest, side: "old", path: "run.sh", startLine: 1, endLine: 1 } as const;
    await createThread(reviewer, { review: number, anchor, body });
    await save(author, "run.sh", "echo other\n");
    expect((await onlyThread(author, number)).place).toMatchObject({
      side: "old",
      revision: null,
      now: { startLine: 1, moved: false },
    });
  });

  it("of a published review stays with what was published", async () => {
    const { author, reviewer, number } = await aReview(db);
    const thread = await onLines(reviewer, number, [2, 2]);
    await resolveThread(author, { thread: thread.id, resolved: true });
    await approve(reviewer, number);
    await publish(reviewer);
    await save(author, "notes.md", "gone\n");
    expect((await onlyThread(author, number)).place).toMatchObject({ now: { startLine: 2 } });
  });

  it("about a draft that has changed is refused, and so are lines that are not there", async () => {
    const { author, reviewer, number } = await aReview(db);
    const digest = await digestNow(author);
    await save(author, "notes.md", "new\n");
    const newer = await digestNow(author);
    const anchor = { kind: "file", digest, side: "new", path: "notes.md", startLine: 1, endLine: 1 } as const;
    await expect(createThread(reviewer, { review: number, anchor, body })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "The draft was saved meanwhile. Look at the newer one, then comment on that.",
      details: { reason: "draft-changed", digest: newer },
    });
    await expect(onLines(reviewer, number, [1, 2])).rejects.toMatchObject({ code: "UNPROCESSABLE" });
    await expect(onLines(reviewer, number, [1, 1], { path: "gone.md" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await changeDraft(author, {
      skill: reviewed,
      baseRevision: await revisionNow(author),
      changes: [{ op: "write", path: "logo.png", base64: "AAEC" }],
    });
    await expect(onLines(reviewer, number, [1, 1], { path: "logo.png" })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
    });
    await save(author, "large.txt", "x\n".repeat(1_100_000));
    await expect(onLines(reviewer, number, [1, 1], { path: "large.txt" })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
    });
    await expect(onLines(reviewer, number, [2, 1])).rejects.toThrow();
    expect((await listThreads(author, { review: number })).items).toEqual([]);
  });

  it("keeps the bytes it was about, so that it still finds its twin from its own", async () => {
    const { author, reviewer, number } = await aReview(db);
    await save(author, "notes.md", "- a\nsame\n- b\nsame\n- c\n");
    await onLines(reviewer, number, [4, 4]);
    await save(author, "notes.md", "new\n- a\nsame\n- b\nsame\n- c\n");
    expect((await onlyThread(author, number)).place).toMatchObject({ now: { startLine: 5 } });
    const later = new Date(Date.now() + 24 * 60 * 60 * 1000);
    await db.$transaction((tx) => deleteUnusedBlobs({ db: tx }, later));
    await save(author, "notes.md", "- a\nsame\n- b\n- c\n");
    expect((await onlyThread(author, number)).place).toMatchObject({ now: null });
  });
});
