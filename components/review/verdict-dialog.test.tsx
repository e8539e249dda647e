import { QueryClient } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { reviewKeys } from "@/components/data/review-queries";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Review, ReviewProof } from "@/lib/reviews/review-schema";
import { aReviewProof } from "./fixtures/proof-shapes";
import { VerdictDialog } from "./verdict-dialog";

const id = "0190a000-0000-7000-8000-000000000001";
const at = "2026-11-21T10:00:00.000Z";
const me = { id, name: "Ines" };
const ada = { id: "0190a000-0000-7000-8000-000000000002", name: "Ada" };
const digest = "9f3c1ab".padEnd(64, "0");

const review: Review = {
  number: 31,
  title: "Quote the severity row",
  skill: { id, name: "incident-triage" },
  standing: "in-review",
  requestedBy: ada,
  reviewers: [],
  baseVersion: 6,
  publishedVersion: null,
  openThreads: 0,
  approvals: { given: 0, needed: 1 },
  createdAt: at,
  updatedAt: at,
  description: "",
  draft: { revision: 42, digest, modesRevision: 2, findingsRevision: 3, updatedBy: ada, updatedAt: at },
  authors: [ada],
  verdicts: [],
  rehearsals: [],
  publication: {
    revision: 42,
    digest,
    findingsRevision: 3,
    baseVersion: 6,
    newestVersion: 6,
    review: 31,
    authors: [ada],
    approvals: [],
    rules: [],
    met: false,
    dismissRefusal: null,
    mayPublish: true,
    mayBypass: false,
  },
  may: { edit: true, comment: true, approve: true, approveRefusal: null, publish: true },
  endedAt: null,
  endedBy: null,
};

/** `proof`: what the review's page has shown of it. */
async function open(
  over: Partial<Review> = {},
  answer = () => Response.json(review, { status: 201 }),
  proof?: ReviewProof,
) {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  if (proof) cache.setQueryData(reviewKeys.proof("meridian", 31), proof);
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return answer();
  });
  const close = vi.fn();
  const dialog = (now: Review) => (
    <InWorkspace viewerRole="reviewer" cache={cache}>
      <VerdictDialog workspace="meridian" review={now} kind="approved" close={close} />
    </InWorkspace>
  );
  const { rerender } = render(dialog({ ...review, ...over }));
  await screen.findByRole("dialog", { name: "Approve this draft" });
  return { sent, close, change: (now: Partial<Review>) => rerender(dialog({ ...review, ...over, ...now })) };
}

const approve = () => screen.getByRole("button", { name: "Approve" });

afterEach(() => vi.unstubAllGlobals());

describe("an approval", () => {
  it("is of the bytes that were looked at, with what was dismissed in them then", async () => {
    const { sent, close } = await open();
    await userEvent.click(approve());
    await vi.waitFor(() => expect(close).toHaveBeenCalled());
    expect(sent).toEqual([
      { kind: "approved", digest, modesRevision: 2, findingsRevision: 3, note: "", seen: [] },
    ]);
    expect(screen.getByText(/You were shown no run of a suite/)).toBeVisible();
  });

  it("keeps the runs that the proof of these bytes showed, and none of other bytes", async () => {
    const shown = [
      { skill: "incident-triage", number: 14, suite: "trigger" as const, model: "Sonnet", said: "so" },
    ];
    const { sent } = await open({}, undefined, aReviewProof({ digest, shown }));
    expect(screen.getByText(/You were shown 1 run of suites: kept with your word/)).toBeVisible();
    await userEvent.click(approve());
    await vi.waitFor(() => expect(sent).toMatchObject([{ seen: shown }]));
    cleanup();
    const other = await open({}, undefined, aReviewProof({ digest: "e".repeat(64), shown }));
    await userEvent.click(approve());
    await vi.waitFor(() => expect(other.sent).toMatchObject([{ seen: [] }]));
  });

  it("is not given where a run says something else by now", async () => {
    const message =
      "What run 14 of incident-triage says has changed since you looked. Look at the proof again first.";
    await open({}, () =>
      Response.json({ status: 409, code: "CONFLICT", title: "Conflict", detail: message }, { status: 409 }),
    );
    await userEvent.click(approve());
    expect(await screen.findByText(new RegExp(message))).toBeVisible();
  });

  it("says beforehand that one of an author does not count", async () => {
    await open({ authors: [ada, me] });
    expect(screen.getByText("Your approval will not count")).toBeVisible();
    expect(screen.getByText(/You wrote part of these bytes/)).toBeVisible();
  });

  it("says nothing of that to who wrote none of it", async () => {
    await open();
    expect(screen.queryByText("Your approval will not count")).toBeNull();
  });

  it.each([
    ["the draft was saved", { digest: "a".repeat(64), revision: 43 }, /It is r43 now/],
    ["a file was made executable", { modesRevision: 3, revision: 43 }, /It is r43 now/],
    ["a finding was dismissed", { findingsRevision: 4 }, /A finding was dismissed or restored/],
  ])("waits for another look once %s", async (_, draft, words) => {
    const { sent, change } = await open();
    change({ draft: { ...review.draft, ...draft } });
    expect(screen.getByText(words)).toBeVisible();
    expect(approve()).toHaveAttribute("aria-disabled", "true");
    await userEvent.click(approve());
    expect(sent).toEqual([]);
  });

  it("tells what the server found to have changed", async () => {
    const detail = "A finding was dismissed or restored since you looked. Look at the findings first.";
    const conflict = { status: 409, code: "CONFLICT", title: "Conflict", detail };
    await open({}, () => Response.json(conflict, { status: 409 }));
    await userEvent.click(approve());
    expect(await screen.findByText(/since you looked/)).toBeVisible();
  });
});
