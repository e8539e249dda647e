import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { Role } from "@/lib/access/permissions";
import type { Publication, Review, ReviewVerdict } from "@/lib/reviews/review-schema";
import { refusal } from "@/lib/testing/browser/answer-server";
import { ReviewPage } from "./review-page";

const person = (number: number, name: string) => ({
  id: `0190a000-0000-7000-8000-00000000000${number}`,
  name,
});
const [ines, aiko] = [person(1, "Ines"), person(2, "Aiko Mori")];
const at = "2026-11-21T10:00:00.000Z";
const [now, before] = ["9f3c1ab".padEnd(64, "0"), "4be7d02".padEnd(64, "0")];

const publication: Publication = {
  revision: 42,
  digest: now,
  findingsRevision: 0,
  baseVersion: 6,
  newestVersion: 6,
  authors: [aiko],
  approvals: [],
  rules: [],
  met: true,
  mayPublish: true,
  mayBypass: false,
  dismissRefusal: null,
  review: 31,
};
const waiting: Publication = {
  ...publication,
  met: false,
  rules: [
    {
      rule: "approvals",
      title: "1 approval of exactly this draft",
      met: false,
      count: "0 of 1",
      message: "1 approval missing, from a reviewer or above.",
    },
    {
      rule: "open-threads",
      title: "No open threads",
      met: false,
      count: "2 open",
      message: "2 threads are open.",
    },
  ],
};
const review: Review = {
  number: 31,
  title: "Quote the severity row",
  skill: { id: ines.id, name: "incident-triage" },
  standing: "in-review",
  requestedBy: aiko,
  reviewers: [],
  baseVersion: 6,
  publishedVersion: null,
  openThreads: 0,
  approvals: { given: 0, needed: 1 },
  createdAt: at,
  updatedAt: at,
  description: "",
  draft: { revision: 42, digest: now, modesRevision: 0, findingsRevision: 0, updatedBy: aiko, updatedAt: at },
  authors: [aiko],
  verdicts: [],
  rehearsals: [],
  publication,
  endedAt: null,
  endedBy: null,
  may: { edit: true, comment: true, approve: true, approveRefusal: null, publish: true },
};
const approval: ReviewVerdict = {
  id: "v-1",
  by: aiko,
  kind: "approved",
  digest: now,
  revision: 42,
  note: "",
  at,
  stale: false,
  staleBy: null,
  changedSince: null,
  counts: true,
  why: null,
  opened: [],
  runs: [],
};

function open(over: Partial<Review> = {}, role: Role = "reviewer") {
  return openPage(<ReviewPage number={31} initialTab="rehearsals" thread={null} />, {
    role,
    address: "/w/meridian/reviews/31?tab=rehearsals",
    answers: {
      "GET /reviews/31": { ...review, ...over },
      "GET /reviews/31/threads": { items: [] },
      "GET /members": { items: [] },
      "GET /inbox": { items: [], unread: 0 },
    },
  });
}

const button = (name: string | RegExp) => screen.findByRole("button", { name });

afterEach(() => vi.unstubAllGlobals());

describe("the page of a review", () => {
  it("is approved for exactly the bytes that were looked at", async () => {
    const { user, serve, sent } = open();
    serve({ "POST /reviews/31/verdicts": { ...review, verdicts: [{ ...approval, by: ines }] } });
    await user.click(await button("Approve"));
    const dialog = within(await screen.findByRole("dialog", { name: "Approve this draft" }));
    await user.type(dialog.getByRole("textbox", { name: "Note" }), "Read all of it.");
    await user.click(dialog.getByRole("button", { name: "Approve" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent.filter(({ call }) => call.endsWith("/verdicts"))).toEqual([
      {
        call: "POST /reviews/31/verdicts",
        query: {},
        body: {
          kind: "approved",
          digest: now,
          modesRevision: 0,
          findingsRevision: 0,
          note: "Read all of it.",
          seen: [],
        },
      },
    ]);
  });

  it("is sent back only with words", async () => {
    const { user } = open();
    await user.click(await button("Request changes"));
    const dialog = within(await screen.findByRole("dialog", { name: "Request changes" }));
    const send = () => dialog.getByRole("button", { name: "Request changes" });
    expect(send()).toHaveAttribute("aria-disabled", "true");
    expect(send()).toHaveAccessibleDescription("Say what should change.");
    await user.type(dialog.getByRole("textbox", { name: "Note" }), "Say where the rota is.");
    expect(send()).not.toHaveAttribute("aria-disabled", "true");
  });

  it("waits for what the policy asks, and the button says for what", async () => {
    const { user } = open({ publication: waiting });
    const publish = await button("Publish v7");
    expect(publish).toHaveAttribute("aria-disabled", "true");
    expect(publish).toHaveAccessibleDescription(
      /1 approval missing, from a reviewer or above\. 2 threads are open\./,
    );
    expect(screen.getByRole("heading", { name: "Publish is waiting" })).toBeVisible();
    const policy = within(screen.getByRole("list", { name: "Policy" })).getAllByRole("listitem");
    expect(policy.map(({ textContent }) => textContent)).toEqual([
      "1 approval of exactly this draft0 of 1",
      "No open threads2 open",
    ]);
    await user.click(publish);
    await user.keyboard("p");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByRole("button", { name: /^Bypass/ })).toBeNull();
  });

  it("says of an approval that the draft has moved on from under it", async () => {
    open({
      standing: "stale",
      verdicts: [
        {
          ...approval,
          digest: before,
          stale: true,
          staleBy: "bytes",
          counts: false,
          changedSince: ["SKILL.md"],
        },
      ],
    });
    const approvals = await screen.findByRole("list", { name: "Approvals" });
    expect(approvals).toHaveTextContent("Aiko Mori approvedStaleWas for 4be7d02; SKILL.md changed since");
    expect(screen.getByRole("banner")).toHaveTextContent(/stale/i);
  });

  it("tells whoever wrote part of it that their approval will not count, before they give it", async () => {
    const { user } = open({ authors: [ines] });
    await user.click(await button("Approve"));
    const dialog = within(await screen.findByRole("dialog", { name: "Approve this draft" }));
    expect(dialog.getByText("Your approval will not count")).toBeVisible();
    expect(
      dialog.getByText("You wrote part of these bytes: somebody else has to approve them."),
    ).toBeVisible();
  });

  it("shows an author what is missing, and neither approves nor publishes for them", async () => {
    const { user, sent } = open(
      {
        may: {
          ...review.may,
          approve: false,
          publish: false,
          approveRefusal: "Your role here is author; this needs reviewer or above.",
        },
        publication: { ...waiting, mayPublish: false },
      },
      "author",
    );
    for (const name of ["Approve", "Request changes"])
      expect(await button(name)).toHaveAccessibleDescription(
        "Your role here is author; this needs reviewer or above.",
      );
    await user.click(await button("Approve"));
    await user.keyboard("aq");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(sent.filter(({ call }) => call.includes("verdicts"))).toEqual([]);
  });

  it("offers nothing to decide once it has ended", async () => {
    open({ endedAt: at, endedBy: aiko, publishedVersion: 7, standing: "published" });
    expect(await screen.findByRole("heading", { name: "Published as v7" })).toBeVisible();
    for (const name of ["Approve", "Request changes", /^Publish/])
      expect(screen.queryByRole("button", { name })).toBeNull();
    expect(screen.getByRole("link", { name: "See versions" })).toHaveAttribute(
      "href",
      "/w/meridian/skills/incident-triage?view=versions",
    );
  });

  it("changes its tabs by keyboard, and the address keeps which", async () => {
    const { user } = open();
    const rehearsals = await screen.findByRole("tab", { name: /^Rehearsals/ });
    await user.click(rehearsals);
    await user.keyboard("{ArrowLeft}");
    expect(screen.getByRole("tab", { name: "Discussion", selected: true })).toHaveFocus();
    expect(window.location.search).toBe("?tab=discussion");
    await user.keyboard("3");
    expect(screen.getByRole("tab", { name: /^Rehearsals/, selected: true })).toBeVisible();
  });

  it("says why it could not be shown", async () => {
    openPage(<ReviewPage number={32} initialTab="changes" thread={null} />, {
      answers: { "GET /reviews/32": () => refusal(500, "INTERNAL", "The database is away.") },
    });
    expect(await screen.findByText("The review could not be shown")).toBeVisible();
    expect(screen.getByText("The database is away.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
  });
});
