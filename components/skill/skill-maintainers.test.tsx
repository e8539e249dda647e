import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { MaintainerList } from "@/lib/library/maintainers/maintainer-schema";
import { SkillMaintainers } from "./skill-maintainers";

const id = (number: number) => `0190a000-0000-7000-8000-00000000000${number}`;
const at = "2026-11-01T10:00:00.000Z";
const [ines, omar] = [
  { id: id(1), name: "Ines" },
  { id: id(2), name: "Omar" },
];
const members = [ines, omar].map(({ id: userId, name }) => ({
  userId,
  name,
  email: `${name}@example.test`,
  role: "viewer",
  isMachine: false,
  since: at,
}));

function open(people: (typeof ines)[], mayManage: boolean) {
  const sent: string[] = [];
  const listOf = (all: typeof people): MaintainerList => ({
    items: all.map((person) => ({ person, addedBy: ines, addedAt: at })),
    mayManage,
  });
  let now = people;
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const { pathname } = new URL(url, "http://x");
    const method = init?.method ?? "GET";
    if (pathname.endsWith("/members")) return Response.json({ items: members });
    if (method !== "GET") {
      const person = [ines, omar].find((each) => pathname.endsWith(each.id));
      sent.push(`${method} ${pathname.replace(/^.*\/skills/, "")}`);
      if (person) now = method === "PUT" ? [...now, person] : now.filter((each) => each.id !== person.id);
    }
    return Response.json(listOf(now));
  });
  render(
    <InWorkspace viewerRole="admin">
      <SkillMaintainers workspace="meridian" skill="deploy-tools" />
    </InWorkspace>,
  );
  return { sent, user: userEvent.setup() };
}

afterEach(() => vi.unstubAllGlobals());

describe("the co-maintainers of a skill", () => {
  it("are chosen among the members who are none yet, and taken off again", async () => {
    const { sent, user } = open([], true);
    expect(await screen.findByText(/gets the author role for this skill only/)).toBeVisible();
    const choice = await screen.findByRole("combobox", { name: "Whom to add as a co-maintainer" });
    await screen.findByRole("option", { name: "Omar (viewer)" });
    await user.selectOptions(choice, "Omar (viewer)");
    await user.click(screen.getByRole("button", { name: "Add" }));
    expect(await screen.findByRole("listitem")).toHaveTextContent("Omar");
    expect(within(choice).queryByRole("option", { name: "Omar (viewer)" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Remove Omar" }));
    await waitFor(() => expect(screen.queryByRole("listitem")).toBeNull());
    expect(sent).toEqual([
      `PUT /deploy-tools/maintainers/${omar.id}`,
      `DELETE /deploy-tools/maintainers/${omar.id}`,
    ]);
  });

  it("are only shown to whoever may not choose them; who is one may step down", async () => {
    const { sent, user } = open([ines, omar], false);
    expect(await screen.findAllByRole("listitem")).toHaveLength(2);
    expect(screen.queryByRole("combobox")).toBeNull();
    expect(screen.queryByRole("button", { name: "Remove Omar" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Step down as co-maintainer" }));
    await waitFor(() => expect(sent).toEqual([`DELETE /deploy-tools/maintainers/${ines.id}`]));
  });
});
