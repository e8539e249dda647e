import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Role } from "@/lib/access/permissions";
import type { SkillDetail } from "@/lib/library/skill-schema";
import type { Share } from "@/lib/shares/schema";
import { type Answers, answerServer, refusal } from "@/lib/testing/browser/answer-server";
import { aSkillDetail, aVersionSummary } from "@/lib/testing/browser/skill-shapes";
import { SkillShares } from "./skill-shares";

const at = "2026-11-22T16:00:00.000Z";
const harbour: Share = {
  workspace: { slug: "harbour", name: "Harbour" },
  follows: "latest",
  label: null,
  version: null,
  sharedBy: { id: "0190a000-0000-7000-8000-000000000001", name: "Ines" },
  sharedAt: at,
  acceptedAt: at,
  gives: 2,
  why: null,
};
const shares = "GET /skills/incident-triage/shares";

function open(
  answers: Answers,
  { role = "admin", over = {}, others = ["Harbour", "Mountain"] }: Options = {},
) {
  const server = answerServer(answers);
  vi.stubGlobal("fetch", server.fetch);
  const versions = [aVersionSummary({ number: 2 }), aVersionSummary({ number: 1 })];
  const skill = aSkillDetail({ versions, labels: [{ name: "stable", version: 1 }], ...over });
  render(
    <InWorkspace viewerRole={role} others={others}>
      <SkillShares workspace="meridian" skill={skill} />
    </InWorkspace>,
  );
  return { ...server, user: userEvent.setup() };
}
type Options = { role?: Role; over?: Partial<SkillDetail>; others?: string[] };

afterEach(() => vi.unstubAllGlobals());

describe("the workspaces that a skill is shared with", () => {
  it("are chosen among one’s own that have it not yet, following a label", async () => {
    const { user, sent, serve } = open({ [shares]: { items: [harbour] } });
    expect(await screen.findByText("Given the newest version, v2 now")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Share" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Share incident-triage" }));
    expect(dialog.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["Mountain"]);
    await user.click(dialog.getByRole("radio", { name: /What a label stands for/ }));
    await user.selectOptions(dialog.getByLabelText("Label"), "stable");
    const mountain: Share = {
      ...harbour,
      workspace: { slug: "mountain", name: "Mountain" },
      follows: "label",
      label: "stable",
      gives: 1,
      acceptedAt: null,
    };
    serve({
      "PUT /skills/incident-triage/shares/mountain": mountain,
      [shares]: { items: [harbour, mountain] },
    });
    await user.click(dialog.getByRole("button", { name: "Share" }));
    expect(
      await screen.findByText("Given what stable stands for, v1 now. Waits for an admin there."),
    ).toBeVisible();
    expect(sent[0]?.body).toEqual({ follows: "label", label: "stable", version: null });
  });

  it("are given another version, and none when that is said", async () => {
    const { user, sent, serve } = open({ [shares]: { items: [harbour] } });
    await user.click(await screen.findByRole("button", { name: "Change what Harbour is given" }));
    const dialog = within(await screen.findByRole("dialog", { name: "What Harbour is given" }));
    expect(dialog.queryByLabelText("Workspace")).toBeNull();
    await user.click(dialog.getByRole("radio", { name: /One version/ }));
    await user.selectOptions(dialog.getByLabelText("Version"), "v1");
    serve({
      "PUT /skills/incident-triage/shares/harbour": refusal(404, "NOT_FOUND", "It has no version 1."),
    });
    await user.click(dialog.getByRole("button", { name: "Change what is given" }));
    expect(await dialog.findByText("It has no version 1.")).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await user.click(screen.getByRole("button", { name: "End sharing with Harbour" }));
    serve({
      "DELETE /skills/incident-triage/shares/harbour": new Response(null, { status: 204 }),
      [shares]: { items: [] },
    });
    const asked = await screen.findByRole("alertdialog", {
      name: "End sharing incident-triage with Harbour?",
    });
    await user.click(within(asked).getByRole("button", { name: "End sharing" }));
    expect(await screen.findByText("Not shared with other workspaces.")).toBeVisible();
    expect(sent.map(({ call, body }) => [call, body])).toEqual([
      ["PUT /skills/incident-triage/shares/harbour", { follows: "version", label: null, version: 1 }],
      ["DELETE /skills/incident-triage/shares/harbour", null],
    ]);
  });

  it("are not offered where nobody could share it, and say why a share gives nothing", async () => {
    const { user } = open(
      {
        [shares]: { items: [{ ...harbour, gives: null, why: "Version 2 was withdrawn by Ines: It leaks." }] },
      },
      { others: [] },
    );
    expect(await screen.findByText(/none at present. Version 2 was withdrawn/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Share" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getAllByText(/You are in no other workspace/).length).toBeGreaterThan(0);
  });

  it("wait for a version, can be asked for again, and are the admins’ alone", async () => {
    const { user, serve } = open(
      { [shares]: refusal(503, "UNAVAILABLE", "The database is busy.") },
      { over: { versions: [] } },
    );
    expect(await screen.findByText("The database is busy.")).toBeVisible();
    serve({ [shares]: { items: [] } });
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Not shared with other workspaces.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Share" })).toHaveAttribute("aria-disabled", "true");
  });

  it.each<[string, Options]>([
    ["a reviewer", { role: "reviewer" }],
    [
      "an admin of what is itself shared",
      { over: { received: { workspace: "H", skill: "s", isShared: true } } },
    ],
  ])("are nothing to %s", async (_, options) => {
    const { read } = open({}, options);
    await waitFor(() => expect(screen.queryByRole("heading", { name: "Other workspaces" })).toBeNull());
    expect(read).toEqual([]);
  });
});
