import { QueryClient } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Role } from "@/lib/access/permissions";
import type { TakenWording } from "@/lib/wordings/schema";
import { WordingNote } from "./wording-note";

const taken: TakenWording = {
  dialect: "codex",
  hostVersion: null,
  digest: "a".repeat(64),
  texts: 3,
  person: { id: "0190a000-0000-7000-8000-000000000001", name: "Ada" },
  takenAt: "2026-11-23T10:00:00.000Z",
};

function show(dialect: string, viewerRole: Role) {
  vi.stubGlobal("fetch", async () => Response.json({ items: [taken] }));
  return render(
    <InWorkspace viewerRole={viewerRole} cache={new QueryClient()}>
      <WordingNote dialect={dialect} />
      <p>Below it</p>
    </InWorkspace>,
  );
}

afterEach(() => vi.unstubAllGlobals());

it("says of a dialect in its host's words whose they are, and gives them back for admins alone", async () => {
  const { container } = show("codex", "viewer");
  await vi.waitFor(() =>
    expect(container.textContent).toMatch(/^Words of Codex, taken by Ada on 2026-11-23/),
  );
  expect(screen.queryByRole("button")).toBeNull();
});

it("lets who manages hosts give them back", async () => {
  show("codex", "admin");
  expect(await screen.findByRole("button", { name: "Give Codex its own words back" })).toBeVisible();
});

it("says nothing of a dialect that has its own", async () => {
  const { container } = show("claude-code", "admin");
  await vi.waitFor(() => expect(container.textContent).toBe("Below it"));
});
