import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { threadListSchema, threadSchema } from "@/lib/discussion/schema";
import { versionSchema, versionSummarySchema } from "@/lib/library/versions/version-schema";
import { notificationListSchema } from "@/lib/notifications/schema";
import {
  policyStateSchema,
  publicationSchema,
  reviewListSchema,
  reviewRehearsalSchema,
  reviewSchema,
} from "@/lib/reviews/review-schema";
import { callApi, sessionCookie } from "@/lib/testing/api-session";
import { testDatabase } from "@/lib/testing/database";
import { aTeam, reviewed } from "@/lib/testing/reviews/team";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";

const { db } = testDatabase();

/** What one person gets from the API of their workspace, in the shape that the document promises. */
async function askerOf(context: Context) {
  const cookie = await sessionCookie(context);
  return async <T>(schema: z.ZodType<T>, method: string, path: string, body?: unknown): Promise<T> => {
    const address = `/workspaces/${context.workspace.slug}${path}`;
    const answer = await callApi(method, address, { cookie, ...(body === undefined ? {} : { body }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return schema.parse(text === "" ? undefined : JSON.parse(text));
  };
}

describe("a review through the API", () => {
  it("goes from a draft to a version, each answer in its shape", async () => {
    const { owner, author, reviewer, admin } = await aTeam(db);
    const agent = await anAgentWith(owner, [reviewed]);
    const [ada, rex, ines] = [await askerOf(author), await askerOf(reviewer), await askerOf(admin)];
    const skill = `/skills/${reviewed}`;

    expect(await ada(policyStateSchema, "get", "/policy")).toMatchObject({ approvals: 1 });
    const asked = await ada(reviewSchema, "post", `${skill}/reviews`, {
      title: "Better words",
      reviewers: [reviewer.actor.userId],
    });
    const review = `/reviews/${asked.number}`;
    const { items } = await rex(reviewListSchema, "get", "/reviews?filter=asked-of-me");
    expect(items.map(({ number }) => number)).toEqual([asked.number]);

    const { digest } = asked.draft;
    const anchor = { kind: "file", digest, side: "new", path: "notes.md", startLine: 2, endLine: 2 };
    const said = { review: asked.number, anchor, body: `@[Ada](${author.actor.userId})?`, suggestion: "2" };
    const thread = await rex(threadSchema, "post", "/threads", said);
    const { conversationId } = await rex(reviewRehearsalSchema, "post", `${review}/rehearsals`, { agent });
    await rex(z.undefined(), "post", `${review}/rehearsals/${conversationId}/openings`);
    const approved = await rex(reviewSchema, "post", `${review}/verdicts`, { kind: "approved", digest });
    expect(approved).toMatchObject({ standing: "approved", verdicts: [{ opened: [{ conversationId }] }] });
    expect(approved.publication.rules.filter(({ met }) => !met)).toMatchObject([{ rule: "open-threads" }]);

    const comment = thread.comments[0]?.id;
    const { draft } = await ada(reviewSchema, "patch", review, { description: "As asked." });
    await ada(threadSchema, "post", `/threads/${thread.id}/comments`, { body: "Right." });
    await ada(threadSchema, "post", `/comments/${comment}/apply`, { baseRevision: draft.revision });
    const listed = await ada(threadListSchema, "get", `/threads?review=${asked.number}`);
    expect(listed.items).toMatchObject([{ resolved: { by: { name: "Ada" } }, place: { now: null } }]);
    const told = await rex(notificationListSchema, "get", "/inbox");
    expect(told.items.map(({ notice }) => notice.kind)).toEqual([
      "approval-stale",
      "commented",
      "review-asked",
    ]);

    const now = await rex(publicationSchema, "get", `${skill}/publication`);
    expect(now).toMatchObject({ met: false, review: asked.number });
    const { digest: suggested, findingsRevision } = now;
    const again = { kind: "approved", digest: suggested, findingsRevision };
    // Part of these bytes is what he suggested.
    expect(await rex(reviewSchema, "post", `${review}/verdicts`, again)).toMatchObject({
      authors: [{ name: "Ada" }, { name: "Rex" }],
      publication: { approvals: [{ by: { name: "Rex" }, counts: false }], met: false },
    });
    await ines(reviewSchema, "post", `${review}/verdicts`, again);
    const publishing = { revision: now.revision, digest: now.digest, labels: ["staging"] };
    const version = await rex(versionSummarySchema, "post", `${skill}/versions`, publishing);
    expect(version).toMatchObject({ number: 2, labels: ["staging"] });
    expect(await ada(versionSchema, "get", `${skill}/versions/2`)).toMatchObject({
      approval: {
        review: asked.number,
        met: true,
        authors: [{ name: "Ada" }, { name: "Rex" }],
        approvals: [{ by: { name: "Ines" } }],
      },
    });
    expect(await ada(reviewSchema, "get", review)).toMatchObject({
      standing: "published",
      publishedVersion: 2,
    });
  });

  it("answers a publication that the policy refuses with what is missing, for programs", async () => {
    const { reviewer } = await aTeam(db);
    const cookie = await sessionCookie(reviewer);
    const base = `/workspaces/${reviewer.workspace.slug}/skills/${reviewed}`;
    const draft = publicationSchema.parse(
      await (await callApi("get", `${base}/publication`, { cookie })).json(),
    );
    const { revision, digest } = draft;
    const answer = await callApi("post", `${base}/versions`, { cookie, body: { revision, digest } });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      code: "CONFLICT",
      details: {
        reason: "policy",
        unmet: [{ rule: "approvals" }],
        mayBypass: false,
        authors: [{ name: "Ada" }],
        approvals: [],
      },
    });
  });
});
