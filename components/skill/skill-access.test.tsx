import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { ShownAccess } from "@/lib/library/access/access-schema";
import { SkillAccess } from "./skill-access";

const id = (number: number) => `0190a000-0000-7000-8000-00000000000${number}`;
const ines = { id: id(1), name: "Ines" };
const sales = { id: id(2), name: "Sales" };
const desk = { slug: "desk", name: "Desk" };
const openToAll: ShownAccess = {
  revision: 0,
  people: null,
  agents: null,
  why: "is open to everyone",
  mayManage: true,
};

function open(access: ShownAccess, refusal?: string) {
  const sent: unknown[] = [];
  const answers: Record<string, unknown> = {
    members: { items: [{ userId: ines.id, name: "Ines", role: "viewer", email: "i@example.test" }] },
    groups: { items: [{ ...sales, limited: false, revision: 1, members: [] }] },
    agents: { items: [desk], total: 1 },
    access,
  };
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const last = new URL(url, "http://x").pathname.split("/").at(-1) ?? "";
    if ((init?.method ?? "GET") === "GET") return Response.json(answers[last]);
    const body = JSON.parse(String(init?.body));
    sent.push(body);
    if (refusal !== undefined)
      return Response.json(
        { status: 409, code: "CONFLICT", title: "Conflict", detail: refusal },
        { status: 409 },
      );
    return Response.json({
      ...access,
      revision: 1,
      people: body.people && { members: [ines], groups: [sales] },
      agents: body.agents && [desk],
    });
  });
  render(
    <InWorkspace viewerRole="admin">
      <SkillAccess workspace="meridian" skill="payroll" />
    </InWorkspace>,
  );
  return { sent, user: userEvent.setup() };
}

afterEach(() => vi.unstubAllGlobals());

describe("the access of a skill", () => {
  it("is closed to all but chosen people, groups and agents in one go", async () => {
    const { sent, user } = open(openToAll);
    expect(await screen.findByText("Open to everyone here, and to every agent.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Change" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("radio", { name: "Chosen people and groups" }));
    await user.click(await dialog.findByRole("checkbox", { name: /Ines/ }));
    await user.click(await dialog.findByRole("checkbox", { name: "Sales" }));
    await user.click(dialog.getByRole("radio", { name: "Chosen agents" }));
    await user.click(await dialog.findByRole("checkbox", { name: "Desk" }));
    await user.click(dialog.getByRole("button", { name: "Change access" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent).toEqual([
      { baseRevision: 0, people: { members: [ines.id], groups: [sales.id] }, agents: ["desk"] },
    ]);
    for (const name of ["Ines", "Sales", "Desk"]) expect(screen.getByText(name)).toBeVisible();
  });

  it("says whom nobody was chosen for, and why one sees it", async () => {
    const nobody = { members: [], groups: [] };
    open({ ...openToAll, people: nobody, agents: [], why: "is open to you as an admin", mayManage: false });
    expect(await screen.findByText("No people but admins and those who look after it")).toBeVisible();
    expect(screen.getByText("No agent")).toBeVisible();
    expect(screen.getByText(/is open to you as an admin/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Change" })).toBeNull();
  });

  it("keeps what was chosen where somebody was first", async () => {
    const { user } = open(openToAll, "Somebody changed the access meanwhile.");
    await user.click(await screen.findByRole("button", { name: "Change" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("radio", { name: "Chosen agents" }));
    await user.click(dialog.getByRole("button", { name: "Change access" }));
    expect(await dialog.findByText(/Somebody changed the access meanwhile/)).toBeVisible();
    expect(dialog.getByRole("radio", { name: "Chosen agents" })).toBeChecked();
  });
});
