import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Role } from "@/lib/access/permissions";
import type { MemberGroup } from "@/lib/auth/group-schema";
import { Groups } from "./groups";

const id = (number: number) => `0190a000-0000-7000-8000-00000000000${number}`;
const ines = { id: id(1), name: "Ines" };
const support: MemberGroup = { id: id(2), name: "Support", limited: true, revision: 3, members: [ines] };

function open(groups: MemberGroup[], viewerRole: Role = "admin") {
  const sent: { method: string; path: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const { pathname } = new URL(url, "http://x");
    const method = init?.method ?? "GET";
    if (pathname.endsWith("/members"))
      return Response.json({
        items: [{ userId: ines.id, name: "Ines", role: "viewer", email: "i@example.test" }],
      });
    if (method === "GET") return Response.json({ items: groups });
    const body = init?.body === undefined ? null : JSON.parse(String(init.body));
    sent.push({ method, path: pathname.replace(/^.*\/groups/, ""), body });
    return method === "DELETE" ? new Response(null, { status: 204 }) : Response.json(support);
  });
  render(
    <InWorkspace viewerRole={viewerRole}>
      <Groups />
    </InWorkspace>,
  );
  return { sent, user: userEvent.setup() };
}

afterEach(() => vi.unstubAllGlobals());

describe("groups of members", () => {
  it("are made with a name and members, once they have a name", async () => {
    const { sent, user } = open([]);
    expect(await screen.findByText(/No group yet/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "New group" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Create group" }));
    expect(sent).toEqual([]);
    await user.type(dialog.getByRole("textbox", { name: "Name" }), "Support");
    await user.click(await dialog.findByRole("checkbox", { name: /Ines/ }));
    await user.click(dialog.getByRole("button", { name: "Create group" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent).toEqual([
      { method: "POST", path: "", body: { name: "Support", members: [ines.id], limited: false } },
    ]);
  });

  it("are changed on what they were, and deleted after a question", async () => {
    const { sent, user } = open([support]);
    const row = within((await screen.findByText("Support")).closest("tr") ?? document.body);
    expect(row.getByText("Only what is opened to it")).toBeInTheDocument();
    await user.click(row.getByRole("button", { name: "Change Support" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("checkbox", { name: /Limit its members/ }));
    await user.click(dialog.getByRole("button", { name: "Change group" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(row.getByRole("button", { name: "Delete Support" }));
    await user.click(await screen.findByRole("button", { name: "Delete" }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent).toMatchObject([
      {
        method: "PATCH",
        path: `/${support.id}`,
        body: { name: "Support", limited: false, members: [ines.id], baseRevision: 3 },
      },
      { method: "DELETE", path: `/${support.id}` },
    ]);
  });

  it("are shown to everyone, and changed by admins alone", async () => {
    open([support], "author");
    expect(await screen.findByText("Support")).toBeInTheDocument();
    expect(screen.queryByRole("button")).toBeNull();
  });
});
