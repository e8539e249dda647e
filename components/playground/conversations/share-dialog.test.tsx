import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Conversation } from "@/lib/sessions/schema";
import { ShareDialog } from "./share-dialog";

const id = "0190a000-0000-7000-8000-000000000001";
const at = "2026-11-21T10:00:00.000Z";
const ines = { id, name: "Ines", email: "ines@example.test", isOperator: false };
const omar = { ...ines, id: "0190a000-0000-7000-8000-000000000002", name: "Omar" };
const conversation: Conversation = {
  id,
  title: "Paging",
  branchId: id,
  branches: [],
  recordingOf: null,
  comparison: null,
  agent: { id, slug: "desk", name: "Desk" },
  awaiting: [],
  shared: false,
  overlay: [],
  lastSeq: 1,
  turns: 1,
  running: null,
  lastRun: null,
  createdBy: ines,
  mayEdit: true,
  createdAt: at,
  updatedAt: at,
};

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => {} }) }));
afterEach(() => vi.unstubAllGlobals());

function open(of: Partial<Conversation> = {}) {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: string, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)));
    return Response.json({ ...conversation, ...of });
  });
  render(
    <InWorkspace viewerRole="admin">
      <ShareDialog conversation={{ ...conversation, ...of }} open onOpenChange={() => {}} />
    </InWorkspace>,
  );
  return sent;
}

it("asks before it shares, says who will read what, and gives the link", async () => {
  const sent = open();
  const dialog = await screen.findByRole("dialog", { name: "Share this conversation?" });
  expect(dialog).toHaveTextContent(/Everybody in Meridian will be able to read every message, event/);
  expect(dialog).toHaveTextContent(`/w/meridian/playground/${id}`);
  expect(screen.getByRole("button", { name: "Copy the link" })).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Share" }));
  await waitFor(() => expect(sent).toEqual([{ shared: true }]));
});

it("says of a shared one who reads it, and takes it back", async () => {
  const sent = open({ shared: true, createdBy: omar });
  const dialog = await screen.findByRole("dialog", { name: "Shared with the workspace" });
  expect(dialog).toHaveTextContent("Made private, only Omar may.");
  await userEvent.click(screen.getByRole("button", { name: "Make private" }));
  await waitFor(() => expect(sent).toEqual([{ shared: false }]));
});

it("changes nothing for who may not", async () => {
  const sent = open({ mayEdit: false, createdBy: omar });
  const button = await screen.findByRole("button", { name: "Share" });
  expect(button).toHaveAttribute("aria-disabled", "true");
  await userEvent.click(button);
  expect(sent).toEqual([]);
});
