import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { encodeCursor } from "@/lib/db/cursor";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { approve, askForReview, aTeam, digestNow, save } from "@/lib/testing/reviews/team";
import { changeReview } from "./commands/change-review";
import { closeReview } from "./commands/close-review";
import { giveVerdict } from "./commands/give-verdict";
import { requestReview } from "./commands/request-review";
import { listReviews } from "./list-reviews";

const { db } = testDatabase();

describe("the list", () => {
  it("tells open ones, one's own, those asked of one, and ended ones apart", async () => {
    const { author, reviewer, admin } = await aTeam(db);
    await askForReview(author, [reviewer]);
    await aPackage(admin, { name: "other" });
    await requestReview(admin, { skill: "other", title: "Other" });
    await closeReview(admin, { number: 2 });
    const numbers = async (context: Context, input: Parameters<typeof listReviews>[1]) =>
      (await listReviews(context, input)).items.map(({ number }) => number);
    expect(await numbers(author, {})).toEqual([1]);
    expect(await numbers(author, { filter: "mine" })).toEqual([1]);
    expect(await numbers(admin, { filter: "mine" })).toEqual([]);
    expect(await numbers(reviewer, { filter: "asked-of-me" })).toEqual([1]);
    expect(await numbers(author, { filter: "asked-of-me" })).toEqual([]);
    expect(await numbers(author, { filter: "ended" })).toEqual([2]);
    expect(await numbers(author, { skill: "other" })).toEqual([]);
    expect(await numbers(await aContext(db), {})).toEqual([]);
  });

  it("of those asked of one holds what waits for a word on the draft as it is now", async () => {
    const { author, reviewer } = await aTeam(db);
    const { number } = await askForReview(author, [reviewer]);
    const waiting = async () => (await listReviews(reviewer, { filter: "asked-of-me" })).items.length;
    await approve(reviewer, number);
    expect(await waiting()).toBe(0);
    await save(author, "notes.md", "changed\n");
    expect(await waiting()).toBe(1);
    const digest = await digestNow(author);
    await giveVerdict(reviewer, { number, kind: "changes_requested", digest, note: "No" });
    expect(await waiting()).toBe(0);
    // Back to the bytes that were approved: the newest word of the reviewer is about others.
    await save(author, "notes.md", "one\ntwo\nthree\n");
    expect(await waiting()).toBe(1);
  });

  it("of those asked of one has full pages, whatever has been answered between them", async () => {
    const { owner, author, reviewer } = await aTeam(db);
    const asked = [reviewer.actor.userId];
    for (const name of ["a", "b", "c", "d"]) {
      await aPackage(owner, { name, body: `${name}\n` });
      await requestReview(author, { skill: name, title: name, reviewers: asked });
    }
    for (const [number, skill] of [
      [2, "b"],
      [3, "c"],
    ] as const) {
      const { digest } = await getDraft(reviewer, { skill });
      await giveVerdict(reviewer, { number, kind: "approved", digest });
    }
    const first = await listReviews(reviewer, { filter: "asked-of-me", limit: 1 });
    expect(first.items.map(({ number }) => number)).toEqual([4]);
    const cursor = first.nextCursor;
    const rest = await listReviews(reviewer, { filter: "asked-of-me", limit: 1, cursor });
    expect(rest.items.map(({ number }) => number)).toEqual([1]);
    expect(rest.nextCursor).toBeUndefined();
  });

  it("comes in pages, the most recently changed first", async () => {
    const owner = await aContext(db);
    for (const name of ["a", "b", "c"]) {
      await aPackage(owner, { name, body: `${name}\n` });
      await requestReview(owner, { skill: name, title: name });
    }
    await changeReview(owner, { number: 1, title: "first again" });
    const first = await listReviews(owner, { limit: 2 });
    expect(first.items.map(({ number }) => number)).toEqual([1, 3]);
    const rest = await listReviews(owner, { limit: 2, cursor: first.nextCursor });
    expect(rest.items.map(({ number }) => number)).toEqual([2]);
    expect(rest.nextCursor).toBeUndefined();
    for (const cursor of ["x", encodeCursor(["0000-01-01T00:00:00Z", crypto.randomUUID()])])
      await expect(listReviews(owner, { cursor }), cursor).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});
