import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Role } from "@/lib/access/permissions";
import { WorkspaceEnding } from "./workspace-ending";

const id = "0190a000-0000-7000-8000-000000000001";
const at = "2026-11-01T10:00:00.000Z";
const ines = { id, name: "Ines", email: "ines@example.test", isOperator: false };

function open(role: Role) {
  const sent: { method: string; path: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const method = init?.method ?? "GET";
    const member = { userId: id, name: "Ines", email: ines.email, role, isMachine: false, since: at };
    if (method === "GET") return Response.json({ items: [member] });
    const path = new URL(url, "http://x").pathname.replace("/api/v1/workspaces/meridian", "");
    sent.push({ method, path, body: init?.body === undefined ? null : JSON.parse(String(init.body)) });
    return Response.json(
      { status: 409, code: "CONFLICT", title: "No", detail: "Not today." },
      { status: 409 },
    );
  });
  render(
    <InWorkspace viewerRole={role}>
      <WorkspaceEnding />
    </InWorkspace>,
  );
  return { sent, user: userEvent.setup() };
}

afterEach(() => vi.unstubAllGlobals());

describe("leaving a workspace", () => {
  it("is asked for, and says why it did not work", async () => {
    const { sent, user } = open("author");
    await user.click(await screen.findByRole("button", { name: "Leave the workspace" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Leave Meridian?" }));
    expect(question.getByText(/What you wrote stays/)).toBeVisible();
    await user.click(question.getByRole("button", { name: "Leave" }));
    expect(await question.findByText("Not today.")).toBeVisible();
    expect(sent).toEqual([{ method: "POST", path: "/leave", body: null }]);
  });

  it("is not for the only owner, who is told what to do instead", async () => {
    open("owner");
    const leave = () => screen.getByRole("button", { name: "Leave the workspace" });
    await waitFor(() =>
      expect(leave()).toHaveAccessibleDescription(
        "You are the only owner. Transfer ownership, or delete it.",
      ),
    );
    expect(screen.getByRole("link", { name: "Members" })).toHaveAttribute(
      "href",
      "/w/meridian/settings/members",
    );
  });
});

describe("deleting a workspace", () => {
  it("needs its name, typed", async () => {
    const { sent, user } = open("owner");
    await user.click(await screen.findByRole("button", { name: "Delete the workspace" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Delete Meridian?" }));
    await user.click(question.getByRole("button", { name: "Delete Meridian" }));
    expect(sent).toEqual([]);
    await user.type(question.getByRole("textbox"), "Meridian");
    await user.click(question.getByRole("button", { name: "Delete Meridian" }));
    await waitFor(() =>
      expect(sent).toEqual([{ method: "DELETE", path: "", body: { confirmName: "Meridian" } }]),
    );
  });

  it("is for owners, and says so to others", async () => {
    open("admin");
    const why = "Your role here is admin; this needs owner.";
    expect((await screen.findAllByText(why)).at(-1)).toBeVisible();
    expect(screen.getByRole("button", { name: "Delete the workspace" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
  });
});
