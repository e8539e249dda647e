import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Role } from "@/lib/access/permissions";
import { stillRouter } from "@/lib/testing/browser/app-router";
import { AgentRevisionsPage } from "./agent-revisions-page";

const id = "0190a000-0000-7000-8000-000000000001";
const at = "2026-11-01T10:00:00.000Z";
const ines = { id, name: "Ines" };
const revisions = [
  { number: 3, summary: "Changed the instructions", author: ines, createdAt: at },
  { number: 2, summary: "Assigned triage", author: ines, createdAt: at },
  { number: 1, summary: "Created", author: ines, createdAt: at },
];
const agent = {
  id,
  slug: "desk",
  name: "Release desk",
  declaredIn: null,
  revision: 3,
  updatedBy: ines,
  updatedAt: at,
};

afterEach(() => vi.unstubAllGlobals());

function open(revision: number | null, { role = "admin" as Role, left = [] as string[] } = {}) {
  const sent: { path: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const { pathname } = new URL(url, "http://x");
    if (pathname.endsWith("/restore")) {
      sent.push({ path: pathname.replace(/^.*\/agents/, ""), body: JSON.parse(String(init?.body)) });
      return Response.json({ agent: { ...agent, revision: 4 }, left });
    }
    if (pathname.endsWith("/diff"))
      return Response.json({
        from: revisions[1],
        to: revisions[0],
        settings: [{ field: "instructions", before: "Be brief.", after: "Be thorough." }],
        skills: [{ skill: "triage", before: null, after: "1. latest, on" }],
      });
    return Response.json(pathname.endsWith("/revisions") ? { items: revisions } : agent);
  });
  const replace = vi.fn();
  const router = { ...stillRouter, replace };
  render(
    <InWorkspace router={router} viewerRole={role}>
      <Suspense>
        <AgentRevisionsPage slug="desk" revision={revision} />
      </Suspense>
    </InWorkspace>,
  );
  return { sent, replace };
}

it("marks word by word what the newest revision changed, and which skill came", async () => {
  open(null);
  const removed = await screen.findByText("brief");
  expect(removed.tagName).toBe("DEL");
  expect(screen.getByText("thorough").tagName).toBe("INS");
  expect(screen.getByRole("cell", { name: "1. latest, on" })).toBeInTheDocument();
  const restore = screen.getByRole("button", { name: /Restore revision 3/ });
  expect(restore).toHaveAttribute("aria-disabled", "true");
});

it("restores an older one from the revision that was looked at", async () => {
  const { sent, replace } = open(2);
  await userEvent.click(await screen.findByRole("button", { name: "Restore revision 2" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog).toHaveTextContent("nothing is lost, and its name stays");
  const confirm = screen.getAllByRole("button", { name: "Restore revision 2" }).at(-1);
  if (confirm) await userEvent.click(confirm);
  await waitFor(() =>
    expect(sent).toEqual([{ path: "/desk/revisions/2/restore", body: { baseRevision: 3 } }]),
  );
  await waitFor(() =>
    expect(replace).toHaveBeenCalledWith("/w/meridian/agents/desk/revisions?revision=4", { scroll: false }),
  );
});

it("shows the first one without a comparison, and lets only those restore who may edit agents", async () => {
  open(1, { role: "reviewer" });
  expect(await screen.findByText("The first revision")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: /Restore revision 1/ })).toHaveAttribute("aria-disabled", "true");
});
