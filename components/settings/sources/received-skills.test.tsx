import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { Role } from "@/lib/access/permissions";
import type { Offer, ReceivedSkill } from "@/lib/shares/schema";
import { type Answers, refusal } from "@/lib/testing/browser/answer-server";
import { ReceivedSkills } from "./received-skills";

const id = "0190a000-0000-7000-8000-000000000041";
const at = "2026-11-22T16:00:00.000Z";
const followed = { follows: "latest", label: null, version: null } as const;
const offer: Offer = {
  ...followed,
  id,
  workspace: "Harbour",
  skill: "tide-tables",
  sharedAt: at,
  gives: { version: 3, description: "Reads tide tables.", files: 2, size: 2_048, instructionTokens: 200 },
};
const received: ReceivedSkill = {
  skill: "tide-tables",
  from: { workspace: "Harbour", skill: "tide-tables" },
  share: { id, ...followed },
  newest: { here: 1, there: 3 },
  acceptedBy: { id, name: "Omar" },
  acceptedAt: at,
  endedAt: null,
  failure: null,
};
const list = "GET /received-skills";

const open = (answers: Answers, role: Role = "admin") => openPage(<ReceivedSkills />, { role, answers });

describe("what other workspaces share", () => {
  it("says what comes in before it is accepted, and where it is afterwards", async () => {
    const { user, serve, sent } = open({ [list]: { offers: [offer], skills: [] } });
    const row = within(await screen.findByRole("listitem", { name: "tide-tables of Harbour" }));
    expect(row.getByText("Reads tide tables.")).toBeVisible();
    expect(row.getByText(/2 files, 2 KB/)).toBeVisible();
    expect(row.getByText("200 tokens on activation")).toBeVisible();
    serve({
      [`POST /received-skills/${id}/acceptance`]: refusal(
        409,
        "CONFLICT",
        "There is a skill named tide-tables already.",
      ),
    });
    await user.click(row.getByRole("button", { name: "Accept tide-tables" }));
    expect(await row.findByText("There is a skill named tide-tables already.")).toBeVisible();
    serve({
      [`POST /received-skills/${id}/acceptance`]: received,
      [list]: { offers: [], skills: [received] },
    });
    await user.click(row.getByRole("button", { name: "Accept tide-tables" }));
    expect(await screen.findByRole("link", { name: "tide-tables" })).toHaveAttribute(
      "href",
      "/w/meridian/skills/tide-tables",
    );
    expect(screen.getByText("Their v3 is v1 here")).toBeVisible();
    expect(sent).toHaveLength(2);
  });

  it("is declined, or received no longer, once that is confirmed", async () => {
    const { user, serve, sent } = open({ [list]: { offers: [offer], skills: [] } });
    await user.click(await screen.findByRole("button", { name: "Decline tide-tables" }));
    serve({
      [`DELETE /received-skills/${id}`]: new Response(null, { status: 204 }),
      [list]: { offers: [], skills: [received] },
    });
    const decline = await screen.findByRole("alertdialog", { name: "Decline tide-tables?" });
    await user.click(within(decline).getByRole("button", { name: "Decline" }));
    await user.click(await screen.findByRole("button", { name: "Receive tide-tables no longer" }));
    serve({ [list]: { offers: [], skills: [{ ...received, share: null, newest: null, endedAt: at }] } });
    const stop = await screen.findByRole("alertdialog", { name: "Receive tide-tables no longer?" });
    await user.click(within(stop).getByRole("button", { name: "Stop receiving" }));
    expect(await screen.findByText("No longer shared")).toBeVisible();
    expect(screen.getByText("Agents get no version")).toBeVisible();
    expect(sent).toHaveLength(2);
  });

  it("cannot be accepted while it gives nothing, and says why a newer version waits", async () => {
    open({
      [list]: { offers: [{ ...offer, gives: null }], skills: [{ ...received, failure: "name-taken" }] },
    });
    expect(await screen.findByText(/it cannot be accepted yet/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Accept tide-tables" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    expect(screen.getByText(/Rename that one, and it comes in/)).toBeVisible();
  });

  it("is told when it could not be read, and asked for by admins alone", async () => {
    open({ [list]: refusal(503, "UNAVAILABLE", "The database is busy.") });
    expect(await screen.findByText("The database is busy.")).toBeVisible();
    const { read } = open({}, "reviewer");
    expect(read).toEqual([]);
  });
});
