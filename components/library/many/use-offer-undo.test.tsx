import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { toast } from "sonner";
import { afterEach, describe, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import { Toaster } from "@/components/ui/toaster";
import { stillRouter } from "@/lib/testing/browser/app-router";
import { batchServer } from "@/lib/testing/browser/batch-server";
import type { RunRow } from "./batch-run";
import { useOfferUndo } from "./use-offer-undo";

const row = (name: string, undo: RunRow["undo"]): RunRow => ({
  name,
  outcome: "done",
  summary: "Archives it",
  problem: null,
  undo,
});
const archived = Array.from({ length: 25 }, (_, at) => row(`skill-${at}`, [{ kind: "unarchive" }]));

function Report({ rows }: { rows: readonly RunRow[] }) {
  const offerUndo = useOfferUndo("meridian", "archive");
  return (
    <button type="button" onClick={() => offerUndo(rows)}>
      Done
    </button>
  );
}

async function close(rows: readonly RunRow[]) {
  render(
    <InWorkspace router={stillRouter}>
      <Report rows={rows} />
      <Toaster />
    </InWorkspace>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Done" }));
}
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

// News outlives the page that tells it.
afterEach(async () => {
  toast.dismiss();
  await vi.waitFor(() => expect(toast.getToasts()).toEqual([]));
  vi.unstubAllGlobals();
});

describe("a report that was closed", () => {
  it("still offers to take back what can be taken back", async () => {
    const server = batchServer();
    vi.stubGlobal("fetch", server.fetch);
    await close([...archived, row("published", [])]);
    expect(await screen.findByText("25 skills archived.")).toBeVisible();
    await press("Undo");
    expect(await screen.findByText("Undone for 25 skills.")).toBeVisible();
    expect(server.undone.map(({ skill }) => skill)).toEqual(archived.map(({ name }) => name));
  });

  it("says nothing when nothing can be taken back", async () => {
    await close([row("published", [])]);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(toast.getToasts()).toEqual([]);
  });

  it("says how far it came when the connection breaks, and goes on", async () => {
    const server = batchServer();
    let call = 0;
    vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
      call += 1;
      if (call === 2) throw new TypeError("Failed to fetch");
      return server.fetch(address, init);
    });
    await close(archived);
    await press("Undo");
    expect(await screen.findByText(/^Undone for 20 skills, then cut off/)).toBeVisible();
    await press("Go on with 5");
    expect(await screen.findByText("Undone for 25 skills.")).toBeVisible();
    expect(server.undone).toHaveLength(25);
  });
});
