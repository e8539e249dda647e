import { render, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Publication, Review, ReviewVerdict } from "@/lib/reviews/review-schema";
import { DecisionPane } from "./decision-pane";

const person = (at: number, name: string) => ({ id: `0190a000-0000-7000-8000-00000000000${at}`, name });
const [ines, aiko, tomas, priya] = [
  person(1, "Ines Kovač"),
  person(2, "Aiko Mori"),
  person(3, "Tomás Rey"),
  person(4, "Priya Nair"),
];
const at = "2026-11-21T10:00:00.000Z";
const now = "9f3c1ab".padEnd(64, "0");
const before = "4be7d02".padEnd(64, "0");

const rule = (over: Partial<Publication["rules"][number]>) => ({
  rule: "approvals" as const,
  title: "2 approvals of exactly this draft",
  met: false,
  count: "1 of 2",
  message: "1 approval missing, from a reviewer or above.",
  ...over,
});
const publication: Publication = {
  revision: 42,
  digest: now,
  findingsRevision: 0,
  baseVersion: 6,
  newestVersion: 6,
  authors: [ines],
  approvals: [],
  rules: [
    rule({}),
    rule({ rule: "open-threads", title: "No open threads", count: "2 open", message: "2 threads are open." }),
    rule({ rule: "findings", title: "No blocking findings", met: true, count: "0 left", message: "" }),
  ],
  met: false,
  mayPublish: true,
  mayBypass: false,
  dismissRefusal: null,
  review: 31,
};

const verdict = (over: Partial<ReviewVerdict>): ReviewVerdict => ({
  id: `v-${over.by?.id}-${over.digest}`,
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
  ...over,
});
const rehearsal = (id: string, openedBy: Review["authors"]) => ({
  conversationId: id,
  title: "EU checkout 502s",
  agent: null,
  digest: now,
  stale: false,
  startedBy: ines,
  startedAt: at,
  openedBy,
});
const opened = (conversationId: string) => ({ conversationId, title: "EU checkout 502s", agent: "On-call" });

const review: Review = {
  number: 31,
  title: "Quote the severity row",
  skill: { id: ines.id, name: "incident-triage" },
  standing: "in-review",
  requestedBy: ines,
  reviewers: [aiko, tomas, priya].map((person) => ({ ...person, why: null })),
  baseVersion: 6,
  publishedVersion: null,
  openThreads: 2,
  approvals: { given: 1, needed: 2 },
  createdAt: at,
  updatedAt: at,
  description: "",
  draft: { revision: 42, digest: now, modesRevision: 0, findingsRevision: 0, updatedBy: ines, updatedAt: at },
  authors: [ines],
  verdicts: [
    verdict({ opened: [opened("a"), opened("b")] }),
    verdict({
      by: tomas,
      digest: before,
      stale: true,
      staleBy: "bytes",
      counts: false,
      changedSince: ["a.md", "SKILL.md"],
    }),
    verdict({ digest: before, stale: true, staleBy: "bytes", counts: false, changedSince: ["SKILL.md"] }),
  ],
  rehearsals: [rehearsal("a", [aiko]), rehearsal("b", [aiko])],
  publication,
  may: { edit: true, comment: true, approve: true, approveRefusal: null, publish: true },
  endedAt: null,
  endedBy: null,
};

function open(over: Partial<Review> = {}) {
  const publishAnyway = vi.fn();
  render(
    <InWorkspace>
      <DecisionPane
        workspace="meridian"
        review={{ ...review, ...over }}
        viewerId={priya.id}
        whyId="why"
        onPublishAnyway={publishAnyway}
      />
    </InWorkspace>,
  );
  return { publishAnyway };
}

const items = (name: string) =>
  within(screen.getByRole("list", { name }))
    .getAllByRole("listitem")
    .map((item) => item.textContent);

describe("what a review waits for", () => {
  it("is said in sentences, one a rule, approvals first", () => {
    open();
    expect(screen.getByRole("heading", { name: "Publish is waiting" })).toBeVisible();
    const [reasons] = screen.getAllByRole("list");
    expect(reasons).toHaveAttribute("id", "why");
    expect(
      within(reasons ?? document.body)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual(["1 approval missing, from a reviewer or above.", "2 threads are open."]);
    expect(screen.getByText("1 of 3 met")).toBeVisible();
  });

  it("has a colour only where it is not met", () => {
    open();
    expect(screen.getByText("2 open")).toHaveClass("text-warn");
    expect(screen.getByText("0 left")).not.toHaveClass("text-warn");
  });

  it("offers the way past the policy only to those who may", () => {
    open();
    expect(screen.queryByRole("button", { name: /bypass/i })).toBeNull();
    const { publishAnyway } = open({ publication: { ...publication, mayBypass: true } });
    screen.getByRole("button", { name: /bypass/i }).click();
    expect(publishAnyway).toHaveBeenCalledOnce();
  });

  it("is nothing any more once everything is met", () => {
    open({ publication: { ...publication, rules: [], met: true } });
    expect(screen.getByText(/v7 will be exactly these bytes/)).toBeVisible();
    expect(screen.getByText("The policy asks for nothing here.")).toBeVisible();
  });
});

describe("the approvals of a review", () => {
  it("show each person's last word, what it was for and what they had opened", () => {
    open();
    expect(items("Approvals")).toEqual([
      expect.stringMatching(/^Aiko Mori.* agoApproved 9f3c1ab, opened both rehearsals$/),
      "Tomás Rey approvedStaleWas for 4be7d02; SKILL.md and 1 file changed since",
      "Priya Nair, youaskedYou have not opened a rehearsal of this digest",
    ]);
  });

  it("keep a stale one, struck through, with the word", () => {
    open();
    expect(screen.getByText("Tomás Rey approved").closest("s")).not.toBeNull();
    expect(screen.getByText("Stale")).toHaveClass("text-warn");
  });

  it("say why one does not count, and what somebody wants changed", () => {
    open({
      verdicts: [
        verdict({ kind: "changes_requested", note: "Say where the rota is.", counts: false }),
        verdict({ by: tomas, counts: false, why: "They are no longer a member of this workspace." }),
      ],
    });
    expect(screen.getByText("“Say where the rota is.”")).toBeVisible();
    expect(screen.getByText("They are no longer a member of this workspace.")).toBeVisible();
  });
});

describe("whoever wrote part of it", () => {
  it("say of whom was asked why an approval of theirs would not count", () => {
    open({
      reviewers: [
        { ...priya, why: null },
        { ...tomas, why: "Their account is deactivated." },
      ],
      verdicts: [],
    });
    const [first, second] = within(screen.getByRole("list", { name: "Approvals" })).getAllByRole("listitem");
    expect(first).toHaveTextContent("asked");
    expect(second).toHaveTextContent(/Would not count.*Their account is deactivated\./);
  });

  it("is named, with since when, and why that matters", () => {
    open({ authors: [ines, priya] });
    expect(screen.getByRole("heading", { name: "Written by" })).toBeVisible();
    expect(screen.getByText("Ines Kovač and Priya Nair, you")).toBeVisible();
    expect(screen.getByText("since v6")).toBeVisible();
    expect(screen.getByText(/whose suggestion was applied, does not approve it/)).toBeVisible();
  });

  it("is not, while nobody has written anything", () => {
    open({ authors: [] });
    expect(screen.queryByRole("heading", { name: "Written by" })).toBeNull();
  });

  it("has an approval that does not count, and the list says why", () => {
    const why = "They wrote part of these bytes: somebody else has to approve them.";
    open({ authors: [ines, tomas], verdicts: [verdict({ by: tomas, counts: false, why })] });
    expect(items("Approvals")[0]).toMatch(/^Tomás ReyDoes not countApproved 9f3c1ab, opened no rehearsal/);
    expect(screen.getByText(why)).toBeVisible();
    expect(screen.getByText("Does not count")).toHaveClass("text-warn");
  });
});

describe("an approval from before a finding was dismissed", () => {
  it("is stale, and says what for", () => {
    open({ verdicts: [verdict({ by: tomas, stale: true, staleBy: "findings", counts: false })] });
    expect(items("Approvals")[0]).toBe(
      "Tomás Rey approvedStaleWas for 9f3c1ab; a finding was dismissed or restored since",
    );
  });

  it("says so of executable files as well, of which its digest says nothing", () => {
    open({ verdicts: [verdict({ by: tomas, stale: true, staleBy: "modes", counts: false })] });
    expect(items("Approvals")[0]).toBe(
      "Tomás Rey approvedStaleWas for 9f3c1ab; which files are executable has changed since",
    );
  });
});

describe("a review that has ended", () => {
  it("says how, by whom, and what stayed open", () => {
    open({ endedAt: at, endedBy: ines, publishedVersion: 7, standing: "published" });
    expect(screen.getByRole("heading", { name: "Published as v7" })).toBeVisible();
    expect(screen.getByText(/2 threads stayed open/)).toBeVisible();
    expect(screen.queryByRole("list", { name: "Policy" })).toBeNull();
  });
});
