import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Role } from "@/lib/access/permissions";
import type { Import } from "@/lib/imports/import-schema";
import { stillRouter } from "@/lib/testing/browser/app-router";
import { batchServer } from "@/lib/testing/browser/batch-server";
import { anImportItem } from "@/lib/testing/browser/imports";
import { PublishStored } from "./publish-stored";

const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const stored = (n: number, over: object = {}) =>
  anImportItem({ id: id(n), root: `a-${n}`, name: `a-${n}`, choice: "create", skill: `a-${n}`, ...over });

function open(role: Role, items = [stored(1), stored(2, { state: "failed", skill: null }), stored(3)]) {
  const server = batchServer();
  vi.stubGlobal("fetch", server.fetch);
  const current: Import = {
    id: id(100),
    state: "done",
    progress: { done: 3, total: 3 },
    sources: [],
    error: null,
    createdAt: "2026-11-21T10:00:00.000Z",
    createdBy: { id: id(101), name: "Ines" },
    finishedAt: "2026-11-21T10:00:09.000Z",
    expiresAt: "2026-11-22T10:00:00.000Z",
    report: { found: 3, refused: 0, waiting: 0, stored: 2, skipped: 0, failed: 1 },
    items,
  };
  render(
    <InWorkspace router={stillRouter} viewerRole={role}>
      <PublishStored workspace="meridian" current={current} />
    </InWorkspace>,
  );
  return server;
}

afterEach(() => vi.unstubAllGlobals());

describe("the way on from an import", () => {
  it("publishes and assigns exactly what was stored", async () => {
    const server = open("owner");
    await userEvent.click(screen.getByRole("button", { name: "Publish and assign" }));
    expect(await screen.findByRole("dialog", { name: "Publish 2 skills" })).toBeVisible();
    expect(await screen.findByRole("textbox", { name: "New agent" })).toHaveFocus();
    await vi.waitFor(() => expect(server.asked[0]?.names).toEqual(["a-1", "a-3"]));
  });

  it("only publishes for those who may not change agents", async () => {
    open("reviewer");
    await userEvent.click(screen.getByRole("button", { name: "Publish" }));
    expect(await screen.findByRole("dialog", { name: "Publish 2 skills" })).toBeVisible();
    expect(screen.queryByRole("textbox", { name: "New agent" })).toBeNull();
    expect(screen.getByRole("checkbox", { name: /^Assign them, too/ })).toBeDisabled();
  });

  it("says why it cannot go on, and is not there when nothing was stored", () => {
    open("author");
    expect(screen.getByRole("button", { name: "Publish" })).toHaveAttribute("aria-disabled", "true");
    expect(screen.getByText("Your role here is author; this needs reviewer or above.")).toBeInTheDocument();
  });

  it("is not there when nothing was stored", () => {
    open("owner", [stored(2, { state: "failed", skill: null })]);
    expect(screen.queryByRole("button")).toBeNull();
  });
});
