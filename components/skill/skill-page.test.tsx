import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { Role } from "@/lib/access/permissions";
import type { SkillDetail } from "@/lib/library/skill-schema";
import { aDraft, aSkillDetail, aVersionSummary } from "@/lib/testing/browser/skill-shapes";
import { SkillPage } from "./skill-page";

const ines = { id: "0190a000-0000-7000-8000-000000000001", name: "Ines" };
const at = "2026-11-21T10:00:00.000Z";
const withdrawal = { reason: "It pages the wrong team", by: ines, at };
const versions = [
  aVersionSummary({ number: 3, withdrawal, note: "Faster" }),
  aVersionSummary({ number: 2, labels: ["stable"], note: "Severity table" }),
  aVersionSummary({ number: 1, note: "" }),
];

type Options = { role?: Role; view?: "instructions" | "versions" };

function open(over: Partial<SkillDetail> = {}, { role = "owner", view = "versions" }: Options = {}) {
  const skill = aSkillDetail({ state: "draft-ahead", latestVersion: 2, versions, ...over });
  const one = "GET /skills/incident-triage";
  return openPage(<SkillPage workspace="meridian" skill="incident-triage" initialView={view} />, {
    role,
    address: "/w/meridian/skills/incident-triage",
    answers: {
      [one]: skill,
      [`${one}/draft`]: aDraft(),
      [`${one}/versions`]: { items: skill.versions },
      [`${one}/maintainers`]: { items: [] },
      [`${one}/access`]: {
        revision: 0,
        people: null,
        agents: null,
        why: "is open to everyone",
        mayManage: false,
      },
      [`${one}/places`]: { items: [] },
      [`${one}/shares`]: { items: [] },
      "GET /reviews": { items: [] },
      "GET /members": { items: [] },
    },
  });
}

const versionRow = async (name: string) => {
  const link = await screen.findByRole("link", { name });
  const row = link.closest("tr");
  if (!row) throw new Error(`${name} stands in no row.`);
  return row;
};

afterEach(() => vi.unstubAllGlobals());

describe("the page of a skill", () => {
  it.each([
    [true, /read-only here/],
    [false, /no longer shares it/],
  ])(
    "says where it is written that another workspace shares, %s, and offers a copy",
    async (isShared, words) => {
      const received = { workspace: "Harbour", skill: "incident-triage", isShared };
      const { user, read } = open({ received, receivedFrom: "Harbour", mayEdit: false });
      expect(await screen.findByText(words)).toBeVisible();
      expect(screen.getByText("Written in the workspace Harbour.")).toBeVisible();
      expect(screen.queryByRole("link", { name: /^Edit/ })).toBeNull();
      expect(screen.queryByRole("heading", { name: "Co-maintainers" })).toBeNull();
      await user.click(screen.getByRole("button", { name: "Duplicate" }));
      expect(await screen.findByRole("dialog")).toBeVisible();
      expect(read.map(({ call }) => call)).not.toContain("GET /skills/incident-triage/shares");
    },
  );

  it("lists the draft and the versions, the newest first, with what points at each", async () => {
    open();
    const table = await screen.findByRole("table", { name: "The draft and the versions, newest first" });
    const firsts = within(table)
      .getAllByRole("row")
      .slice(1)
      .map((row) => within(row).getAllByRole("cell")[0]?.textContent);
    expect(firsts).toEqual(["Draft", "v3", "v2", "v1"]);
    expect(await versionRow("v3")).toHaveTextContent("Withdrawn by Ines: It pages the wrong team");
    expect(await versionRow("v3")).not.toHaveTextContent("latest");
    expect(await versionRow("v2")).toHaveTextContent(/lateststable\s*Severity table/);
    expect(within(await versionRow("v1")).getByText("No note")).toBeInTheDocument();
  });

  it("says that nothing is published yet", async () => {
    open({ state: "draft", versions: [], latestVersion: null });
    expect(await screen.findByText("Nothing is published yet")).toBeVisible();
  });

  it("offers what can be done with a version, and does not export a withdrawn one", async () => {
    const { user, push } = open();
    await user.click(await screen.findByRole("button", { name: "Actions for version 3" }));
    expect(await screen.findByRole("menuitem", { name: /^Export as \.zip/ })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    expect(screen.getByRole("menuitem", { name: /^Reinstate…/ })).toBeVisible();
    await user.click(screen.getByRole("menuitem", { name: "Compare with v2" }));
    expect(push).toHaveBeenCalledWith("/w/meridian/skills/incident-triage/versions/compare?from=2&to=3");
  });

  it("warns that a newer version came since the draft was begun", async () => {
    const { draft } = aSkillDetail();
    open({ draft: { ...draft, baseVersion: 1, newerVersion: 2 } });
    expect(await screen.findByText("v2 is newer than v1, which this draft started from")).toBeVisible();
    expect(screen.getByRole("link", { name: "Compare the draft with v2" })).toBeVisible();
  });

  it("shows what the skill says, and its weight and agents beside it", async () => {
    const agent = { slug: "desk", name: "Release desk", enabled: false, label: null };
    open({ agents: [{ ...agent, follows: "version", version: 2 }] }, { view: "instructions" });
    expect(await screen.findByText("State the symptom.")).toBeVisible();
    const about = screen.getByRole("complementary", { name: "About the skill" });
    expect(about).toHaveTextContent("On activation20 tokens");
    expect(about).toHaveTextContent("Release deskpinned to v2, off");
  });

  it("is archived: nothing is published before it is restored, and it can be", async () => {
    const { user } = open({ state: "archived", archived: true });
    await user.click(await screen.findByRole("button", { name: "More actions" }));
    expect(screen.getByText("Archived")).toBeVisible();
    expect(await screen.findByRole("menuitem", { name: /^Publish/ })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    expect(screen.getByText("Restore the skill from the archive first")).toBeInTheDocument();
    expect(screen.getByRole("menuitem", { name: "Restore" })).not.toHaveAttribute("aria-disabled", "true");
    expect(screen.queryByRole("menuitem", { name: "Archive" })).toBeNull();
  });

  it.each([
    { state: "published", unchangedSince: null, blocked: null },
    { state: "draft-ahead", unchangedSince: 3, blocked: "Nothing has changed since v3" },
    { state: "withdrawn", unchangedSince: 3, blocked: "Nothing has changed since v3" },
    { state: "draft-ahead", unchangedSince: null, blocked: null },
  ] as const)("offers to publish what the server would: $state, same as $unchangedSince", async (one) => {
    const { blocked, ...standing } = one;
    const { user } = open(standing);
    await user.click(await screen.findByRole("button", { name: "More actions" }));
    const publish = await screen.findByRole("menuitem", { name: /^Publish/ });
    if (blocked) {
      expect(publish).toHaveAttribute("aria-disabled", "true");
      expect(screen.getByText(blocked)).toBeInTheDocument();
    } else expect(publish).not.toHaveAttribute("aria-disabled", "true");
  });

  it("lets a viewer read, rehearse and export, and says why nothing else", async () => {
    const { user, push } = open({ mayEdit: false }, { role: "viewer" });
    expect(await screen.findByRole("link", { name: "Rehearse" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Export" })).toBeVisible();
    expect(screen.queryByRole("link", { name: /^Edit/ })).toBeNull();
    await user.click(screen.getByRole("button", { name: "More actions" }));
    await screen.findByRole("menuitem", { name: /^Publish/ });
    for (const name of [/^Publish/, /^Rename/, /^Duplicate/, /^Archive/, /^Delete/])
      expect(screen.getByRole("menuitem", { name })).toHaveAttribute("aria-disabled", "true");
    expect(
      screen.getAllByText(/Your role here is viewer; this needs reviewer or above/)[0],
    ).toBeInTheDocument();
    await user.keyboard("{Escape}ep");
    expect(push).not.toHaveBeenCalled();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("keeps in its address which part is shown", async () => {
    const { user } = open({}, { view: "instructions" });
    await user.click(await screen.findByRole("tab", { name: /^Instructions/ }));
    await user.keyboard("{ArrowRight}{ArrowRight}");
    expect(screen.getByRole("tab", { name: /^Versions/, selected: true })).toHaveFocus();
    expect(window.location.search).toBe("?view=versions");
  });
});
