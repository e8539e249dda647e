import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Import, ImportItem, ImportNote } from "@/lib/imports/import-schema";
import { anImportItem } from "@/lib/testing/browser/imports";
import { ImportPreview } from "./import-preview";

const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const inLibrary = { skill: "known", version: 3, within: "library" } as const;

const item = (n: number, name: string, over: Partial<ImportItem> = {}): ImportItem =>
  anImportItem({
    id: id(n),
    root: name,
    name,
    description: `What ${name} is for`,
    digest: "d".repeat(64),
    size: 2048,
    fileCount: 2,
    tokens: { metadata: 10, instructions: 20, resources: 0 },
    state: "found",
    skill: null,
    ...over,
  });

const found = (items: ImportItem[], notes: ImportNote[]): Import => ({
  id: id(100),
  state: "ready",
  progress: { done: items.length, total: items.length },
  sources: [
    { fileName: "skills.zip", size: 9, state: "read", packages: items.length, ignoredFiles: 0, notes },
  ],
  error: null,
  createdAt: "2026-11-21T10:00:00.000Z",
  createdBy: { id: id(101), name: "Ines" },
  finishedAt: null,
  expiresAt: "2026-11-22T10:00:00.000Z",
  report: { found: items.length, refused: 0, waiting: 0, stored: 0, skipped: 0, failed: 0 },
  items,
});

const items = [
  item(1, "fresh"),
  item(2, "clash", { match: { ...inLibrary, kind: "same-name" } }),
  item(3, "same", { match: { ...inLibrary, kind: "same-digest" } }),
  item(4, "inner", { nestedIn: "fresh" }),
  item(5, "broken", {
    state: "refused",
    errorCount: 1,
    message: "It has no description.",
    issues: [
      {
        rule: "description-missing",
        severity: "error",
        path: "SKILL.md",
        range: { startLine: 3, startColumn: 1, endLine: 3, endColumn: 2 },
        message: "Say when to use it.",
        fix: { title: "Add a description", edits: [] },
      },
    ],
  }),
];

function open(over: ImportItem[] = items, notes: ImportNote[] = []) {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return Response.json({}, { status: 202 });
  });
  const discard = vi.fn();
  render(
    <InWorkspace viewerRole="author">
      <ImportPreview
        workspace="meridian"
        current={found(over, notes)}
        frame={{ title: "Import" }}
        onDiscard={discard}
        isDiscarding={false}
      />
    </InWorkspace>,
  );
  return { sent, discard };
}

const storeButton = () => screen.getByRole("button", { name: /^Store \d/ });

// jsdom measures nothing; without a height no row of a virtual list is in view.
beforeEach(() => {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(36);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the preview of an import", () => {
  it("shows of a package on a phone what it shows elsewhere, and its whole description when opened", async () => {
    const description = "Knows every quay. ".repeat(30).trim();
    open([item(1, "fresh", { description })]);
    const row = screen.getByRole("row", { name: /fresh/ });
    const labels = within(row)
      .getAllByRole("cell")
      .map(({ dataset }) => dataset.label);
    expect(labels).toEqual([undefined, undefined, "Files", "Size", "Findings", "Found", undefined]);
    await userEvent.click(within(row).getByRole("button", { name: "fresh" }));
    expect(screen.getByText(description, { selector: "p" })).not.toHaveClass("compact:line-clamp-3!");
  });

  it("does not store before every taken name is decided, and says so", async () => {
    const { sent } = open();
    expect(storeButton()).toHaveAttribute("aria-disabled", "true");
    expect(storeButton()).toHaveAccessibleDescription(/1 package shares a name/);
    await userEvent.click(storeButton());
    expect(sent).toHaveLength(0);
  });

  it("stores what was chosen: new ones, an update, and nothing that is already here", async () => {
    const { sent } = open();
    await userEvent.selectOptions(screen.getByLabelText("What to do with clash"), "update");
    await userEvent.click(screen.getByRole("button", { name: "Store 2 skills" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      rest: "skip",
      choices: [
        { itemId: id(1), choice: "create" },
        { itemId: id(2), choice: "update" },
        { itemId: id(3), choice: "skip" },
        { itemId: id(4), choice: "skip" },
      ],
    });
  });

  it("decides for all of a kind with one press", async () => {
    open();
    await userEvent.click(screen.getByRole("button", { name: "Keep both" }));
    await userEvent.click(screen.getByRole("button", { name: "Also as skills of their own" }));
    expect(screen.getByRole("button", { name: "Store 3 skills" })).not.toHaveAttribute("aria-disabled");
    expect(screen.getByLabelText("What to do with inner")).toHaveValue("create");
  });

  it("marks a new name that cannot be used", async () => {
    open();
    await userEvent.selectOptions(screen.getByLabelText("What to do with clash"), "rename");
    await userEvent.type(screen.getByLabelText("New name of clash"), "fresh");
    expect(screen.getByLabelText("New name of clash")).toHaveAccessibleDescription(/becomes fresh too/);
    expect(storeButton()).toHaveAttribute("aria-disabled", "true");
  });

  it("opens a package to its findings, with file and line, their rules and what the editor can mend", async () => {
    open();
    await userEvent.click(screen.getByRole("button", { name: "Refused 1" }));
    expect(screen.queryByText("fresh")).not.toBeInTheDocument();
    const row = screen.getByRole("button", { name: "broken" });
    await userEvent.click(row);
    expect(row).toHaveAttribute("aria-expanded", "true");
    const table = within(screen.getByRole("table"));
    expect(table.getByText("It has no description.")).toBeVisible();
    expect(table.getByText("SKILL.md:3")).toBeVisible();
    expect(table.getByText(/the editor can fix it: Add a description/)).toBeVisible();
    expect(table.getByRole("link", { name: "description-missing" })).toHaveAttribute(
      "href",
      "/w/meridian/settings/rules#description-missing",
    );
    expect(table.getByText("Cannot be stored")).toBeVisible();
  });

  it("says which links were left out, which became copies, and by which rule and file a skill was refused", async () => {
    const note = (path: string, message: string) => ({ rule: "archive-link", path, message });
    open(
      [
        item(1, "whole", { notes: [note("docs/a.md", "docs/a.md was a link to b.md.")] }),
        item(2, "linked", {
          state: "refused",
          rule: "archive-link",
          path: "terms.md",
          message: "terms.md is a link that leads out.",
        }),
      ],
      [note("repo/CLAUDE.md", "repo/CLAUDE.md is a link to AGENTS.md.")],
    );
    const outside = screen.getByText("1 note on what lies outside of every skill");
    expect(screen.getByText("repo/CLAUDE.md is a link to AGENTS.md.")).not.toBeVisible();
    await userEvent.click(outside);
    expect(screen.getByText("repo/CLAUDE.md is a link to AGENTS.md.")).toBeVisible();
    await userEvent.click(screen.getByText("1 note on links and names in skills"));
    expect(screen.getByText("skills.zip/whole/docs/a.md")).toBeVisible();
    const table = within(screen.getByRole("table"));
    await userEvent.click(table.getByRole("button", { name: "linked" }));
    expect(table.getByText("terms.md")).toBeVisible();
    expect(table.getByRole("link", { name: "archive-link" })).toBeVisible();
    await userEvent.click(table.getByRole("button", { name: "whole" }));
    expect(table.getByText("docs/a.md was a link to b.md.")).toBeVisible();
  });
});
