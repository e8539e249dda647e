import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { Role } from "@/lib/access/permissions";
import { roomToDraw } from "@/lib/testing/browser/room-to-draw";
import { aSkillList, aSkillSummary } from "@/lib/testing/browser/skill-shapes";
import { LibraryPage } from "./library-page";

roomToDraw();

const skills = [
  aSkillSummary({ name: "incident-triage", state: "published", latestVersion: 4, agentCount: 2 }),
  aSkillSummary({ name: "pdf-tools", warningCount: 2 }),
  aSkillSummary({ name: "release-notes" }),
];

/** A library that finds by name, as far as these tests ask. */
function open({ role = "owner" as Role, held = skills, address = "/w/meridian/skills" } = {}) {
  const found = (query = "") => held.filter(({ name }) => name.includes(query));
  return openPage(<LibraryPage />, {
    role,
    address,
    answers: {
      "GET /skills": ({ query }: { query: { query?: string } }) => aSkillList(found(query.query)),
      "GET /agents": { items: [] },
      "GET /reviews": { items: [] },
    },
  });
}

const rows = async () =>
  (await screen.findAllByRole("row")).flatMap((row) => {
    const link = within(row).queryByRole("link");
    return link ? [link.textContent] : [];
  });
const shown = (names: string[]) => waitFor(async () => expect(await rows()).toEqual(names));

beforeEach(() => vi.stubGlobal("scrollTo", () => undefined));
afterEach(() => vi.unstubAllGlobals());

describe("the library", () => {
  it("lists its skills with their state, and says how many there are", async () => {
    open();
    await shown(["incident-triage", "pdf-tools", "release-notes"]);
    expect(screen.getByRole("row", { name: /incident-triage/ })).toHaveTextContent("Published");
    expect(screen.getByRole("row", { name: /pdf-tools/ })).toHaveTextContent("2 warnings");
    expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toContain("3 skills");
  });

  it("finds while one types, keeps it in the address, and Back is not one letter each", async () => {
    const { user, read } = open();
    const entries = window.history.length;
    await user.type(await screen.findByRole("searchbox", { name: "Search skills" }), "pdf");
    await shown(["pdf-tools"]);
    expect(window.location.search).toBe("?query=pdf");
    expect(window.history.length).toBe(entries);
    expect(read.filter(({ call }) => call === "GET /skills").at(-1)?.query).toMatchObject({ query: "pdf" });
  });

  it("asks for what its address says, and shows everything again when nothing fits", async () => {
    const { user, read } = open({ address: "/w/meridian/skills?query=none-of-them&state=draft" });
    await screen.findByText("Nothing fits");
    expect(read.find(({ call }) => call === "GET /skills")?.query).toMatchObject({
      query: "none-of-them",
      state: "draft",
    });
    await user.click(screen.getAllByRole("button", { name: "Show all" })[0] ?? document.body);
    await shown(["incident-triage", "pdf-tools", "release-notes"]);
    expect(screen.getByRole("searchbox", { name: "Search skills" })).toHaveFocus();
  });

  it("offers three ways to a first skill where there is none, and none to those who may not write", async () => {
    const { unmount } = open({ held: [] });
    const write = await screen.findByRole("button", { name: /^Write the first skill/ });
    expect(write).not.toHaveAttribute("aria-disabled");
    expect(screen.getByText("No skills in Meridian yet")).toBeVisible();
    expect(screen.getByRole("button", { name: "Start from this example" })).toBeVisible();
    expect(screen.queryByRole("table")).toBeNull();
    unmount();
    open({ held: [], role: "viewer" });
    expect(await screen.findByRole("button", { name: /^Write the first skill/ })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
  });

  it("has a menu in each row that leads where it says", async () => {
    const { user, push } = open();
    await user.click(await screen.findByRole("button", { name: "Actions for pdf-tools" }));
    await user.click(await screen.findByRole("menuitem", { name: /^Edit/ }));
    expect(push).toHaveBeenCalledWith("/w/meridian/skills/pdf-tools/edit");
  });

  it("says in the menu why a skill cannot be deleted, and what a viewer may not do", async () => {
    const { user } = open({ role: "viewer", held: skills.map((skill) => ({ ...skill, mayEdit: false })) });
    await user.click(await screen.findByRole("button", { name: "Actions for incident-triage" }));
    const item = async (name: RegExp) => screen.findByRole("menuitem", { name });
    expect(await item(/^Edit/)).toHaveAttribute("aria-disabled", "true");
    expect(await item(/^Publish/)).toHaveAttribute("aria-disabled", "true");
    expect(await item(/^Delete/)).toHaveAttribute("aria-disabled", "true");
    expect(await item(/^Rehearse/)).not.toHaveAttribute("aria-disabled", "true");
    expect(screen.getByRole("button", { name: /^New skill/, hidden: true })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
  });

  it("acts on what is selected, and lets go of it by Escape", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("checkbox", { name: "Select pdf-tools" }));
    await user.click(screen.getByRole("checkbox", { name: "Select release-notes" }));
    expect(screen.getByRole("region", { name: "Selected skills" })).toHaveTextContent("2 selected");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("region", { name: "Selected skills" })).toBeNull();
  });

  it("says why it could not be read, and reads it again when asked", async () => {
    const { user, serve } = openPage(<LibraryPage />, { address: "/w/meridian/skills" });
    const again = await screen.findByRole("button", { name: /again/i });
    expect(screen.getByRole("alert")).toHaveTextContent("No answer to GET /skills");
    serve({ "GET /skills": aSkillList(skills) });
    await user.click(again);
    await shown(["incident-triage", "pdf-tools", "release-notes"]);
  });
});
