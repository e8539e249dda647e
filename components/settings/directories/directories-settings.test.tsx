import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Role } from "@/lib/access/permissions";
import type { Directories, DirectoryEntry, DirectoryLoad } from "@/lib/imports/directory-schema";
import { DirectoriesSettings } from "./directories-settings";

const id = "0190a000-0000-7000-8000-000000000001";
const fingerprint = "f".repeat(64);

const entry = (outcome: DirectoryEntry["outcome"], skill: string | null, message = ""): DirectoryEntry => ({
  outcome,
  skill,
  message,
  path: `/srv/skills/${skill ?? "somewhere"}`,
  notes: [],
  files: [],
});

const lastLoad: DirectoryLoad = {
  id,
  trigger: "start",
  strict: false,
  loaded: 3,
  failed: 1,
  entries: [
    entry("unchanged", "same"),
    entry("new", "pdf"),
    entry("failed", "yaml", "SKILL.md:2:8: Invalid YAML"),
  ],
  durationMs: 42,
  traceId: "abc1234".padEnd(32, "0"),
  startedAt: "2026-11-21T10:00:00.000Z",
};

const directories: Directories = {
  configured: true,
  source: "/srv/greenroom.yaml",
  strict: false,
  paths: [
    { path: "/srv/skills", state: "found", skills: 3, include: ["log-*"], exclude: ["**/drafts"] },
    { path: "/srv/gone", state: "missing", skills: 0, include: [], exclude: [] },
  ],
  waiting: [],
  lastLoad,
  problem: null,
};

function open(shown: Directories, options: { role?: Role; changes?: DirectoryEntry[] } = {}) {
  const { role = "admin", changes = [] } = options;
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (url.endsWith("/changes")) return Response.json({ fingerprint, durationMs: 5, entries: changes });
    if (!url.endsWith("/reads")) return Response.json(shown);
    sent.push(JSON.parse(String(init?.body)));
    return Response.json(lastLoad, { status: 201 });
  });
  render(
    <InWorkspace viewerRole={role}>
      <Suspense>
        <DirectoriesSettings />
      </Suspense>
    </InWorkspace>,
  );
  return { sent, person: userEvent.setup() };
}

afterEach(() => vi.unstubAllGlobals());

describe("the settings of directories", () => {
  it("show how to configure folders where there are none", async () => {
    open({ ...directories, configured: false, source: null, paths: [], lastLoad: null });
    expect(
      await screen.findByRole("heading", { name: "No folders are read for this workspace" }),
    ).toBeVisible();
    expect(screen.getByRole("region", { name: "the example configuration" })).toHaveTextContent(
      "workspace: meridian",
    );
    expect(screen.queryByRole("button", { name: "Read again" })).toBeNull();
  });

  it("name each folder with its state, and the last report with what failed and why before the rest", async () => {
    const { person } = open(directories);
    expect(await screen.findByText("There is no such folder")).toBeVisible();
    const folders = screen.getAllByRole("listitem").map((item) => item.textContent);
    expect(folders).toEqual([
      "/srv/skillsOnly log-*Without **/drafts3 skills",
      "/srv/goneThere is no such folder",
    ]);
    expect(screen.getByText("1 failed")).toBeVisible();
    expect(screen.getByText("42 ms")).toBeVisible();
    const rows = () => within(screen.getByRole("table")).getAllByRole("row").slice(1);
    expect(rows().map((row) => row.textContent)).toEqual([
      "Failedyaml/srv/skills/yamlSKILL.md:2:8: Invalid YAML",
      "Addedpdf/srv/skills/pdf",
    ]);
    expect(screen.getByRole("link", { name: "pdf" })).toHaveAttribute("href", "/w/meridian/skills/pdf");
    await person.click(screen.getByRole("button", { name: "Show" }));
    expect(rows()).toHaveLength(3);
  });

  it("show a configuration that cannot be used with file, line and column", async () => {
    open({ ...directories, configured: false, problem: "/srv/greenroom.yaml:2:3: skills.path: Extra" });
    expect(await screen.findByRole("alert")).toHaveTextContent("/srv/greenroom.yaml:2:3");
  });

  it("name the workspaces whose folders wait, with where they stand in the file", async () => {
    open({ ...directories, waiting: [{ workspace: "orion", place: "/srv/greenroom.yaml:4:8" }] });
    expect(await screen.findByText("Folders wait for workspaces that nobody has made")).toBeVisible();
    expect(screen.getByText("orion").closest("li")).toHaveTextContent("orion at /srv/greenroom.yaml:4:8");
  });

  it("say what a reading would do, and write only what was chosen", async () => {
    const changes = [
      { ...entry("changed", "pdf"), files: [{ path: "SKILL.md", change: "changed" as const }] },
      entry("conflict", "mine", "Both changed."),
      entry("gone", "old"),
    ];
    const { sent, person } = open(directories, { changes });
    await person.click(await screen.findByRole("button", { name: "Read again" }));
    const dialog = await screen.findByRole("dialog", { name: "Read again" });
    expect(await within(dialog).findByText("To be updated")).toBeVisible();
    expect(within(dialog).getByText("SKILL.md changed")).toBeVisible();
    expect(sent).toEqual([]);
    await person.click(within(dialog).getByRole("checkbox", { name: /Take the text on disk for mine/ }));
    await person.click(within(dialog).getByRole("button", { name: "Write 2 drafts" }));
    await waitFor(() => expect(sent).toEqual([{ fingerprint, take: ["/srv/skills/mine"] }]));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("say why somebody may not read again", async () => {
    open(directories, { role: "reviewer" });
    const button = await screen.findByRole("button", { name: /Read again/ });
    expect(button).toHaveAttribute("aria-disabled", "true");
    expect(button).toHaveAccessibleDescription("Your role here is reviewer; this needs admin or above.");
  });
});
