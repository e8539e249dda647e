import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { WorkspaceActivity } from "@/lib/activity/schema";
import { aQuietSkill, aWorkspaceActivity } from "./fixtures/activity-shapes";
import { whyQuiet } from "./quiet-table";
import { WorkspaceActivityPage } from "./workspace-activity-page";

afterEach(() => vi.unstubAllGlobals());

const open = (activity: WorkspaceActivity = aWorkspaceActivity()) =>
  openPage(<WorkspaceActivityPage workspace="meridian" />, { answers: { "GET /activity": activity } });

describe("the activity of all skills", () => {
  it("lists skills that never fire with why, each a way to its own activity", async () => {
    open();
    const table = await screen.findByRole("table", {
      name: "Skills that were never activated, the most offered first",
    });
    const [, row] = within(table).getAllByRole("row");
    expect(row).toHaveTextContent("pdf-form-filler");
    expect(row).toHaveTextContent("388");
    expect(row).toHaveTextContent("Its description was cut to fit the budget: 388");
    expect(within(table).getByRole("link", { name: "pdf-form-filler" })).toHaveAttribute(
      "href",
      "/w/meridian/skills/pdf-form-filler?view=activity",
    );
    expect(screen.getByText("3 of 14 skills")).toBeVisible();
    expect(screen.getByText("2 more skills like these.")).toBeVisible();
  });

  it("lists those that are used most, and pairs that fire together", async () => {
    open();
    expect(await screen.findByText(", activated 229 times")).toBeVisible();
    const pairs = screen.getByRole("table", {
      name: "Pairs of skills in one conversation, the most frequent first",
    });
    expect(within(pairs).getAllByRole("row")[1]).toHaveTextContent("incident-triagelog-query48");
  });

  it("goes from skill to skill by keyboard", async () => {
    const quiet = [aQuietSkill(), aQuietSkill({ skill: "csv-cleanup" })];
    const { user } = open(aWorkspaceActivity({ quiet, quietCount: 2 }));
    await screen.findByRole("link", { name: "csv-cleanup" });
    await user.keyboard("j");
    expect(screen.getByRole("link", { name: "pdf-form-filler" })).toHaveFocus();
    await user.keyboard("j");
    expect(screen.getByRole("link", { name: "csv-cleanup" })).toHaveFocus();
  });

  it("says so where all were activated and none together", async () => {
    open(aWorkspaceActivity({ quiet: [], quietCount: 0, busiest: [], together: [] }));
    expect(await screen.findByText("Every skill was activated in this period.")).toBeVisible();
    expect(screen.getByText("No two skills were activated in the same conversation.")).toBeVisible();
    expect(screen.queryByText("Activated most")).toBeNull();
  });

  it("says what it will show while nothing has happened", async () => {
    open(aWorkspaceActivity({ keptSince: null }));
    expect(await screen.findByText("Which skills never fire?")).toBeVisible();
    expect(screen.getByRole("link", { name: "Start a conversation" })).toBeVisible();
  });

  it("asks anew for another period", async () => {
    const { user, read } = open();
    await user.selectOptions(await screen.findByLabelText("Period"), "Last 7 days");
    await screen.findByRole("table", { name: /never activated/ });
    expect(read.map(({ query }) => query)).toContainEqual({ days: "7" });
  });
});

describe("whyQuiet", () => {
  it("says how a skill stands of which nothing was counted", () => {
    const none = { reasons: [] };
    expect(whyQuiet(aQuietSkill({ ...none, agents: 0 }))).toBe("No agent has it");
    expect(whyQuiet(aQuietSkill({ ...none, isPublished: false }))).toBe("Nothing of it is published");
    expect(whyQuiet(aQuietSkill(none))).toBe("No agent that has it was asked anything");
  });
});
