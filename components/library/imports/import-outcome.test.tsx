import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Import, ImportItem } from "@/lib/imports/import-schema";
import { anImportItem } from "@/lib/testing/browser/imports";
import { ImportOutcome } from "./import-outcome";

const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, "0")}`;

const item = (n: number, over: Partial<ImportItem>): ImportItem => {
  const name = `skill-${n}`;
  return anImportItem({ id: id(n), root: name, name, choice: "create", skill: name, ...over });
};

function open(state: Import["state"], items: ImportItem[]) {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return Response.json({}, { status: 202 });
  });
  const count = (wanted: ImportItem["state"]) => items.filter((found) => found.state === wanted).length;
  const current: Import = {
    id: id(100),
    state,
    progress: { done: 1, total: items.length },
    sources: [
      { fileName: "skills.zip", size: 9, state: "read", packages: items.length, ignoredFiles: 0, notes: [] },
    ],
    error: null,
    createdAt: "2026-11-21T10:00:00.000Z",
    createdBy: { id: id(101), name: "Ines" },
    finishedAt: null,
    expiresAt: "2026-11-22T10:00:00.000Z",
    report: {
      found: items.length,
      refused: count("refused"),
      waiting: count("waiting"),
      stored: count("stored"),
      skipped: count("skipped"),
      failed: count("failed"),
    },
    items,
  };
  render(
    <InWorkspace viewerRole="author">
      <ImportOutcome workspace="meridian" current={current} />
    </InWorkspace>,
  );
  return sent;
}

afterEach(() => vi.unstubAllGlobals());

describe("what came of an import", () => {
  it("names every failure with its place and reason, and links what was stored", () => {
    open("done", [
      item(1, {}),
      item(2, { state: "failed", skill: null, message: "The name was taken meanwhile." }),
    ]);
    expect(screen.getByRole("heading", { name: "Not stored: 1" })).toBeVisible();
    expect(screen.getByText("skills.zip/skill-2")).toBeVisible();
    expect(screen.getByText("The name was taken meanwhile.")).toBeVisible();
    expect(screen.getByRole("link", { name: "skill-1" })).toHaveAttribute(
      "href",
      "/w/meridian/skills/skill-1",
    );
  });

  it("leads from a failure to its rule, and keeps what was put right", async () => {
    open("done", [
      item(1, { notes: [{ rule: "archive-link", path: "a.md", message: "a.md was a link to b.md." }] }),
      item(2, { state: "failed", skill: null, rule: "name-taken", message: "The name was taken meanwhile." }),
    ]);
    expect(screen.getByRole("link", { name: "name-taken" })).toHaveAttribute(
      "href",
      "/w/meridian/settings/rules#name-taken",
    );
    await userEvent.click(screen.getByText("1 note on links and names in skills"));
    expect(screen.getByText("a.md was a link to b.md.")).toBeVisible();
  });

  it("goes on after an interruption with the choices that were made", async () => {
    const sent = open("interrupted", [
      item(1, {}),
      item(2, { state: "waiting", skill: null, choice: "rename", newName: "mine" }),
      item(3, { state: "waiting", skill: null }),
    ]);
    expect(screen.getByText(/2 packages still to go/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      choices: [
        { itemId: id(2), choice: "rename", newName: "mine" },
        { itemId: id(3), choice: "create" },
      ],
    });
  });

  it("asks for the files again when the server stopped while it was reading", () => {
    open("interrupted", [item(1, { state: "found", skill: null, choice: null })]);
    expect(screen.getByText(/Drop the files again/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Continue" })).not.toBeInTheDocument();
  });
});
