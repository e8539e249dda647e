import { render, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { ReviewSummary } from "@/lib/reviews/review-schema";
import { ReviewTable } from "./review-table";

const ines = { id: "0190a000-0000-7000-8000-000000000001", name: "Ines" };
const review: ReviewSummary = {
  number: 31,
  title: "Quote the severity row",
  skill: { id: ines.id, name: "incident-triage" },
  standing: "in-review",
  requestedBy: ines,
  reviewers: [{ ...ines, name: "Aiko Mori", why: null }],
  baseVersion: 6,
  publishedVersion: null,
  openThreads: 2,
  approvals: { given: 0, needed: 1 },
  createdAt: "2026-11-21T10:00:00.000Z",
  updatedAt: "2026-11-21T10:00:00.000Z",
};

describe("a row of the reviews", () => {
  it("says what every value but the title is, as a phone shows all of them without a head", () => {
    render(
      <InWorkspace>
        <ReviewTable workspace="meridian" reviews={[review]} filter="open" />
      </InWorkspace>,
    );
    expect(screen.getByRole("table", { name: /^Reviews/ })).toHaveClass("compact:block");
    const cells = within(screen.getByRole("row", { name: /Quote the severity row/ })).getAllByRole("cell");
    expect(cells.map((cell) => cell.dataset.label)).toEqual([
      "Review",
      undefined,
      "Skill",
      "State",
      "Approvals",
      "Open threads",
      "Asked by",
      "Reviewers",
      "Changed",
    ]);
    for (const cell of cells) expect(cell).not.toHaveClass("compact:hidden");
  });
});
