import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { CurrentWorkspace } from "../current-workspace";
import { Palette } from "./palette";

const push = vi.hoisted(() => vi.fn());
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }) }));

const id = "0190a000-0000-7000-8000-000000000001";
const workspace = {
  id,
  slug: "meridian",
  name: "Meridian",
  role: "owner" as const,
  createdAt: "2026-11-21T10:00:00.000Z",
};
const other = { ...workspace, id: "0190a000-0000-7000-8000-000000000002", slug: "lab", name: "Lab" };
const skillNames = ["rollout-check", "release-notes", "refund-policy"];

const skill = (name: string) => ({
  id,
  name,
  description: `What ${name} is for`,
  state: "draft-ahead",
  archived: false,
  latestVersion: 2,
  labels: [],
  mayEdit: true,
});

/** What the server finds for a query, answered when a test lets it. */
let release: (() => void)[] = [];
let isHeld = false;

function answer(address: string): Promise<Response> {
  const url = new URL(address, "http://greenroom.test");
  const query = url.searchParams.get("query") ?? "";
  const found = url.pathname.endsWith("/skills")
    ? skillNames.filter((name) => name.includes(query)).map(skill)
    : [];
  const response = () => Response.json({ items: found, total: found.length });
  if (!isHeld || query === "") return Promise.resolve(response());
  return new Promise((resolve) => release.push(() => resolve(response())));
}

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={client}>
      <CurrentWorkspace
        session={{
          user: { id, name: "Ines", email: "ines@example.test", isOperator: false },
          workspaces: [workspace, other],
        }}
        workspace={workspace}
      >
        <Palette onClose={onClose} />
      </CurrentWorkspace>
    </QueryClientProvider>,
  );
  return { onClose, field: screen.getByRole("combobox", { name: "Search and commands" }) };
}

const picked = () => screen.getByRole("option", { selected: true });
const whereTo = () =>
  vi.waitFor(() => expect(push).toHaveBeenCalledOnce()).then(() => push.mock.calls[0]?.[0]);

beforeEach(() => {
  push.mockReset();
  release = [];
  isHeld = false;
  vi.stubGlobal("fetch", (request: string | Request) =>
    answer(typeof request === "string" ? request : request.url),
  );
});

describe("Palette", () => {
  it("goes to the first result on Enter, once the results are there", async () => {
    const { field, onClose } = show();
    await userEvent.type(field, "release");
    expect(await screen.findByRole("option", { name: /release-notes/, selected: true })).toBeVisible();
    await userEvent.keyboard("{Enter}");
    expect(await whereTo()).toBe("/w/meridian/skills/release-notes");
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("waits for the results when Enter comes before them", async () => {
    isHeld = true;
    const { field } = show();
    await screen.findByRole("option", { name: /rollout-check/ });
    await userEvent.type(field, "refund{Enter}");
    expect(push).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(release.length).toBeGreaterThan(0));
    await act(async () => {
      for (const settle of release) settle();
    });
    expect(await whereTo()).toBe("/w/meridian/skills/refund-policy");
  });

  it("keeps no selection of an earlier query", async () => {
    const { field } = show();
    await screen.findByRole("option", { name: /rollout-check/ });
    await userEvent.type(field, "r{ArrowDown}{ArrowDown}");
    await userEvent.type(field, "e");
    await vi.waitFor(() => expect(screen.queryByRole("option", { name: /^rollout-check/ })).toBeNull());
    expect(picked()).toHaveAccessibleName(/^release-notes/);
  });

  it("moves with the arrows, round the ends, and says which entry stands out", async () => {
    const { field } = show();
    await screen.findByRole("option", { name: /rollout-check/ });
    await userEvent.type(field, "{ArrowUp}");
    const last = screen.getAllByRole("option").at(-1);
    expect(picked()).toBe(last);
    expect(field).toHaveAttribute("aria-activedescendant", last?.id);
    await userEvent.keyboard("{ArrowDown}");
    expect(picked()).toBe(screen.getAllByRole("option")[0]);
  });

  it("does what the first word says, for what the rest finds", async () => {
    const { field } = show();
    await userEvent.type(field, "publish rel");
    await screen.findByRole("option", { name: /Publish: release-notes/, selected: true });
    await userEvent.keyboard("{Enter}");
    expect(await whereTo()).toBe("/w/meridian/skills/release-notes?do=publish");
  });

  it("offers what can be done with the entry: Tab leads there", async () => {
    const { field } = show();
    await userEvent.type(field, "refund");
    await screen.findByRole("option", { name: /refund-policy/, selected: true });
    const acts = screen.getByRole("region", { name: "Actions for refund-policy" });
    expect(within(acts).getAllByRole("button")).toHaveLength(7);
    await userEvent.tab();
    expect(within(acts).getByRole("button", { name: "Rehearse the draft" })).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(await whereTo()).toBe("/w/meridian/skills/refund-policy/proof");
  });

  it("opens every page of the settings, other workspaces, and changes the theme", async () => {
    const { field } = show();
    await userEvent.type(field, "audit");
    expect(await screen.findByRole("option", { name: /Audit/ })).toBeVisible();
    await userEvent.clear(field);
    await userEvent.type(field, "theme dark");
    expect(await screen.findByRole("option", { name: /Theme: Dark/ })).toBeVisible();
    await userEvent.clear(field);
    await userEvent.type(field, "lab");
    await screen.findByRole("option", { name: /Switch to Lab/, selected: true });
    await userEvent.keyboard("{Enter}");
    expect(await whereTo()).toBe("/w/lab/skills");
  });

  it("says when nothing matches", async () => {
    const { field } = show();
    await userEvent.type(field, "zzz");
    expect(await screen.findByText("Nothing in Meridian matches “zzz”.")).toBeVisible();
    await userEvent.keyboard("{Enter}");
    expect(push).not.toHaveBeenCalled();
  });
});
