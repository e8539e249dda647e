import { QueryClient } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Role } from "@/lib/access/permissions";
import type { Invitation } from "@/lib/auth/invitation-schema";
import type { Member } from "@/lib/auth/schema";
import { MembersSettings } from "./members-settings";

const id = (number: number) => `0190a000-0000-7000-8000-00000000000${number}`;
const at = "2026-11-01T10:00:00.000Z";
const link = "https://greenroom.test/invite#the-token-itself-0123456789";

const member = (number: number, name: string, role: Role): Member => ({
  userId: id(number),
  name,
  email: `${name.toLowerCase()}@example.test`,
  role,
  isMachine: false,
  isDeactivated: false,
  since: at,
});
const [ines, omar, olga] = [
  member(1, "Ines", "admin"),
  member(2, "Omar", "author"),
  member(3, "Olga", "owner"),
];

const invitation: Invitation = {
  id: id(7),
  role: "author",
  email: "new@example.test",
  state: "open",
  createdBy: { id: id(1), name: "Ines" },
  createdAt: at,
  expiresAt: "2099-01-01T00:00:00.000Z",
  sentAt: null,
  accepted: null,
};

type Options = {
  me?: Member;
  members?: Member[];
  invitations?: Invitation[];
  sendsMail?: boolean;
  mail?: object;
  refusal?: string;
};

function open(options: Options = {}) {
  const { me = ines, members = [ines, omar, olga], invitations = [], sendsMail = false, refusal } = options;
  const sent: { method: string; path: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const { pathname } = new URL(url, "http://x");
    const method = init?.method ?? "GET";
    if (method === "GET" && pathname.endsWith("/groups")) return Response.json({ items: [] });
    if (method === "GET")
      return Response.json(
        pathname.endsWith("/members") ? { items: members } : { items: invitations, sendsMail },
      );
    const path = pathname.replace("/api/v1/workspaces/meridian", "");
    const body = init?.body === undefined ? null : JSON.parse(String(init.body));
    sent.push({ method, path, body });
    if (refusal !== undefined)
      return Response.json(
        { status: 409, code: "CONFLICT", title: "Conflict", detail: refusal },
        { status: 409 },
      );
    if (method === "PATCH") return Response.json({ ...omar, role: body.role });
    if (path.endsWith("/reset-link"))
      return Response.json({ url: "https://greenroom.test/reset#the-token", expiresAt: at }, { status: 201 });
    if (path === "/invitations")
      return Response.json(
        {
          ...invitation,
          ...body,
          email: body.email ?? null,
          url: link,
          mail: options.mail ?? { state: "off" },
        },
        { status: 201 },
      );
    return new Response(null, { status: 204 });
  });
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <InWorkspace viewerRole={me.role} person={{ id: me.userId, name: me.name }} cache={cache}>
      <Suspense>
        <MembersSettings />
      </Suspense>
    </InWorkspace>,
  );
  return { sent, cache, user: userEvent.setup() };
}

afterEach(() => vi.unstubAllGlobals());

describe("the members of a workspace", () => {
  it("have roles that an admin changes, but not an owner's", async () => {
    const { sent, user } = open();
    const role = await screen.findByRole("combobox", { name: "Role of Omar" });
    expect(
      within(role)
        .getAllByRole("option")
        .map((option) => option.textContent),
    ).toEqual(["Viewer", "Author", "Reviewer", "Admin"]);
    expect(screen.queryByRole("combobox", { name: "Role of Olga" })).toBeNull();
    expect(screen.getByRole("row", { name: /Olga/ })).toHaveTextContent("Only an owner changes an owner.");
    await user.selectOptions(role, "reviewer");
    await waitFor(() =>
      expect(sent).toEqual([{ method: "PATCH", path: `/members/${id(2)}`, body: { role: "reviewer" } }]),
    );
  });

  it("are asked before they give up their own role, or make an owner", async () => {
    const { sent, user } = open({ me: olga, members: [ines, omar, olga, member(4, "Otto", "owner")] });
    await user.selectOptions(await screen.findByRole("combobox", { name: "Role of Ines" }), "owner");
    const making = within(await screen.findByRole("alertdialog", { name: "Make Ines an owner?" }));
    await user.click(making.getByRole("button", { name: "Cancel" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Role of Olga" }), "admin");
    expect(await screen.findByRole("alertdialog", { name: "Be admin yourself?" })).toBeVisible();
    expect(sent).toEqual([]);
  });

  it("see roles without a choice when they manage nobody, and who is invited not at all", async () => {
    open({ me: omar });
    expect(await screen.findByRole("row", { name: /Ines/ })).toHaveTextContent("admin");
    expect(screen.queryByRole("combobox")).toBeNull();
    expect(screen.queryByRole("button", { name: /Invite/ })).toBeNull();
    expect(screen.queryByRole("heading", { name: "Invitations" })).toBeNull();
    expect(screen.getByRole("heading", { name: "Who may do what" })).toBeVisible();
  });

  it("are removed only after the question, which says what stays", async () => {
    const { sent, user } = open();
    await user.click(await screen.findByRole("button", { name: "Actions for Omar" }));
    await user.click(await screen.findByRole("menuitem", { name: "Remove…" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Remove Omar from Meridian?" }));
    expect(question.getByText(/What they wrote, ran and said stays/)).toBeVisible();
    expect(sent).toEqual([]);
    await user.click(question.getByRole("button", { name: "Remove Omar" }));
    await waitFor(() => expect(sent).toEqual([{ method: "DELETE", path: `/members/${id(2)}`, body: null }]));
  });

  it("hear in the question why somebody could not be removed", async () => {
    const refusal = "Meridian would be left without an owner.";
    const { user } = open({ refusal });
    await user.click(await screen.findByRole("button", { name: "Actions for Omar" }));
    await user.click(await screen.findByRole("menuitem", { name: "Remove…" }));
    await user.click(await screen.findByRole("button", { name: "Remove Omar" }));
    const question = within(screen.getByRole("alertdialog"));
    expect(await question.findByText(refusal)).toBeVisible();
  });

  it("are handed the workspace once its name is typed", async () => {
    const { sent, user } = open({ me: olga });
    await user.click(await screen.findByRole("button", { name: "Actions for Omar" }));
    await user.click(await screen.findByRole("menuitem", { name: "Transfer ownership…" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Hand Meridian over to Omar?" }));
    await user.type(question.getByRole("textbox"), "Meridian");
    await user.click(question.getByRole("button", { name: "Hand over" }));
    await waitFor(() =>
      expect(sent).toEqual([
        { method: "POST", path: "/transfer", body: { to: id(2), confirmName: "Meridian" } },
      ]),
    );
  });

  it("include an only owner who cannot leave, and is told why", async () => {
    const { user } = open({ me: olga });
    await user.click(await screen.findByRole("button", { name: "Actions for Olga" }));
    const leave = await screen.findByRole("menuitem", { name: /Leave the workspace/ });
    expect(leave).toHaveAttribute("aria-disabled", "true");
    expect(leave).toHaveTextContent(/You are the only owner/);
  });
});

describe("an invitation", () => {
  const invite = async ({ user }: ReturnType<typeof open>) => {
    await user.click(await screen.findByRole("button", { name: /Invite/ }));
    return within(await screen.findByRole("dialog", { name: "Invite to Meridian" }));
  };

  it("is a link that is shown once: a first Esc only warns, and afterwards it is nowhere", async () => {
    const opened = open();
    const { user, sent, cache } = opened;
    const form = await invite(opened);
    expect(
      within(form.getByLabelText("Role"))
        .getAllByRole("option")
        .map((option) => option.textContent),
    ).not.toContain("Owner");
    await user.selectOptions(form.getByLabelText("Role"), "viewer");
    await user.selectOptions(form.getByLabelText("Expires after"), "30 days");
    await user.click(form.getByRole("button", { name: "Create link" }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ role: "viewer", expiresInDays: 30 }));
    const shown = within(await screen.findByRole("dialog", { name: "The link is ready" }));
    expect(shown.getByRole("region", { name: "the invitation’s link" })).toHaveTextContent(link);
    await user.click(shown.getByRole("button", { name: "Copy the link" }));
    expect(await navigator.clipboard.readText()).toBe(link);
    await user.keyboard("{Escape}");
    expect(await shown.findByText(/Is it passed on/)).toBeVisible();
    await user.click(shown.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(document.body).not.toHaveTextContent(link);
    const kept = [...cache.getMutationCache().getAll(), ...cache.getQueryCache().getAll()];
    await waitFor(() => expect(JSON.stringify(kept.map(({ state }) => state.data))).not.toContain(link));
  });

  it("goes out by e-mail where that is set up, and shows the link with the reason when it cannot", async () => {
    const reason = "The e-mail server cannot be reached.";
    const opened = open({ sendsMail: true, mail: { state: "failed", reason } });
    const form = await invite(opened);
    await opened.user.type(form.getByLabelText("E-mail (optional)"), " new@example.test ");
    await opened.user.click(await form.findByRole("button", { name: "Invite by e-mail" }));
    await waitFor(() => expect(opened.sent[0]?.body).toMatchObject({ email: "new@example.test" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(reason);
    expect(screen.getByRole("region", { name: "the invitation’s link" })).toHaveTextContent(link);
  });

  it("that is refused says why and keeps what was typed", async () => {
    const refusal = "Omar (omar@example.test) is a member already.";
    const opened = open({ refusal });
    const form = await invite(opened);
    await opened.user.type(form.getByLabelText("E-mail (optional)"), "omar@example.test");
    await opened.user.click(form.getByRole("button", { name: "Create link" }));
    expect(await form.findByRole("alert")).toHaveTextContent(refusal);
    expect(form.getByLabelText("E-mail (optional)")).toHaveValue("omar@example.test");
  });

  it("is revoked after the question; ended ones are shown when they are asked for", async () => {
    const accepted = { by: { id: id(2), name: "Omar" }, at };
    const used: Invitation = { ...invitation, id: id(8), email: null, state: "accepted", accepted };
    const { sent, user } = open({ invitations: [invitation, used] });
    expect(await screen.findByRole("row", { name: /new@example\.test/ })).toHaveTextContent("Open, not sent");
    expect(screen.queryByText("Whoever has the link")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Show 1 inactive invitation" }));
    expect(screen.getByRole("row", { name: /Whoever has the link/ })).toHaveTextContent("Joined: Omar");
    await user.click(screen.getByRole("button", { name: "Revoke the invitation for new@example.test" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Revoke this invitation?" }));
    await user.click(question.getByRole("button", { name: "Revoke" }));
    await waitFor(() =>
      expect(sent).toEqual([{ method: "DELETE", path: `/invitations/${id(7)}`, body: null }]),
    );
  });

  it("makes a reset link for a member, shows it once, and says why not when it is refused", async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole("button", { name: "Actions for Omar" }));
    await user.click(await screen.findByRole("menuitem", { name: "Create a reset link…" }));
    const dialog = await screen.findByRole("dialog", { name: "Create a reset link for Omar?" });
    expect(sent).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: "Create link" }));
    expect(await screen.findByRole("dialog", { name: "The link is ready" })).toHaveTextContent(
      "/reset#the-token",
    );
    expect(sent).toMatchObject([{ method: "POST", path: `/members/${omar.userId}/reset-link` }]);
  });

  it("says why no reset link is made for an account that is elsewhere too", async () => {
    const { user } = open({ refusal: "The account of Omar is not this workspace’s alone." });
    await user.click(await screen.findByRole("button", { name: "Actions for Omar" }));
    await user.click(await screen.findByRole("menuitem", { name: "Create a reset link…" }));
    await user.click(await screen.findByRole("button", { name: "Create link" }));
    expect(await screen.findByText(/not this workspace’s alone/)).toBeVisible();
  });

  it("says of a deactivated member that they are", async () => {
    open({ members: [ines, { ...omar, isDeactivated: true }, olga] });
    expect(await screen.findByText("deactivated")).toBeVisible();
  });
});
