import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Role } from "@/lib/access/permissions";
import { stillRouter } from "@/lib/testing/browser/app-router";
import { batchServer } from "@/lib/testing/browser/batch-server";
import type { ManyAct } from "./act-words";
import { ManyDialog } from "./many-dialog";

const me = "0190a000-0000-7000-8000-000000000001";
const aiko = "0190a000-0000-7000-8000-00000000000b";
const members = [
  { userId: me, name: "Ines", role: "owner" },
  { userId: aiko, name: "Aiko Mori", role: "reviewer" },
];
const agentId = (n: number) => `0190a000-0000-7000-8000-0000000001${String(n).padStart(2, "0")}`;
const agents = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: agentId(at),
    slug: `desk-${at}`,
    name: `Desk ${at}`,
    assignmentCount: at,
  }));
const listed = (items: object[]) => () => Response.json({ items, total: items.length });

function open(kind: ManyAct, { role = "owner", desks = 2 }: { role?: Role; desks?: number } = {}) {
  const server = batchServer({
    others: { "GET /members": listed(members), "GET /agents": listed(agents(desks)) },
  });
  vi.stubGlobal("fetch", server.fetch);
  render(
    <InWorkspace router={stillRouter} viewerRole={role}>
      <ManyDialog
        workspace="meridian"
        asked={{ kind, skills: { names: ["notes", "rota"] }, count: 2 }}
        close={() => undefined}
      />
    </InWorkspace>,
  );
  return server;
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const isBlocked = (name: string) =>
  screen.getByRole("button", { name }).getAttribute("aria-disabled") === "true";

afterEach(() => vi.unstubAllGlobals());

describe("labelling many", () => {
  it("asks for a label, says what is wrong with one, and looks when the typing pauses", async () => {
    const server = open("label");
    const field = await screen.findByRole("combobox", { name: "Label" });
    expect(field).toHaveFocus();
    expect(await screen.findAllByText("Name a label first.")).not.toHaveLength(0);
    await userEvent.type(field, "Latest");
    expect((await screen.findAllByText(/Use lower-case letters/))[0]).toBeVisible();
    expect(server.asked).toEqual([]);
    await userEvent.clear(field);
    await userEvent.type(field, "staging");
    expect(await screen.findByRole("region", { name: "2 will be labelled" })).toBeVisible();
    expect(server.asked.at(-1)?.act).toEqual({ kind: "label", label: "staging", version: "latest" });
    await press("Label 2");
    expect(await screen.findByText("2 labelled.")).toBeVisible();
  });

  it("offers the labels that the policy protects", async () => {
    open("label");
    const field = await screen.findByRole("combobox", { name: "Label" });
    await vi.waitFor(() => {
      const list = document.getElementById(field.getAttribute("list") ?? "");
      expect([...(list?.querySelectorAll("option") ?? [])].map(({ value }) => value)).toEqual(["production"]);
    });
  });
});

describe("asking for review of many", () => {
  it("asks everybody chosen but oneself, with one note for all", async () => {
    const server = open("request-review");
    await userEvent.type(await screen.findByLabelText("Note for the reviewers"), "Harbour set");
    const reviewers = await screen.findByRole("group", { name: "Reviewers" });
    expect(within(reviewers).getAllByRole("checkbox")).toHaveLength(1);
    await userEvent.click(within(reviewers).getByRole("checkbox", { name: "Aiko Mori" }));
    await press("Ask for review of 2");
    await screen.findByText("2 asked for review.");
    expect(server.deeds()[0]?.act).toEqual({
      kind: "request-review",
      note: "Harbour set",
      reviewers: [aiko],
      batch: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it("looks again when somebody else is to be asked, and not for the note", async () => {
    const server = open("request-review");
    await screen.findByRole("region", { name: "2 will be asked for review" });
    const before = server.asked.length;
    await userEvent.type(await screen.findByLabelText("Note for the reviewers"), "Harbour set");
    expect(server.asked).toHaveLength(before);
    await userEvent.click(await screen.findByRole("checkbox", { name: "Aiko Mori" }));
    await vi.waitFor(() => expect(server.asked).toHaveLength(before + 1));
  });
});

describe("a co-maintainer for many", () => {
  it("is one of the members", async () => {
    const server = open("add-maintainer");
    const choice = await screen.findByLabelText("Co-maintainer");
    expect(screen.getByRole("heading", { name: "Add a co-maintainer to 2 skills" })).toBeVisible();
    await screen.findByRole("option", { name: "Aiko Mori" });
    await userEvent.selectOptions(choice, "Aiko Mori");
    await press("Add to 2");
    await screen.findByText("2 with the co-maintainer.");
    expect(server.deeds()[0]?.act).toEqual({ kind: "add-maintainer", person: aiko });
  });
});

describe("the agents of many", () => {
  it("are chosen, several at once, and asked about as soon as they are", async () => {
    const server = open("assign");
    expect(await screen.findByText(/What happens to each of the 2 shows here/)).toBeVisible();
    await userEvent.click(await screen.findByRole("checkbox", { name: "Desk 0" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "Desk 1" }));
    await press("Assign 2");
    await screen.findByText("2 assigned.");
    expect(server.deeds()[0]?.act).toMatchObject({ agents: [agentId(0), agentId(1)] });
  });

  it("are searched for where there are many; those that are chosen stay in sight", async () => {
    open("assign", { desks: 9 });
    await userEvent.click(await screen.findByRole("checkbox", { name: "Desk 3" }));
    await userEvent.type(screen.getByRole("searchbox", { name: "Find agents" }), "desk 7");
    expect(screen.getAllByRole("checkbox").map((box) => box.closest("label")?.textContent)).toEqual([
      "Desk 3",
      "Desk 7",
    ]);
  });

  it("cannot be new ones that skills are taken off", async () => {
    const server = open("unassign");
    await screen.findByRole("checkbox", { name: "Desk 1" });
    expect(screen.queryByLabelText("New agent")).toBeNull();
    expect(isBlocked("Unassign")).toBe(true);
    await userEvent.click(screen.getByRole("checkbox", { name: "Desk 1" }));
    await press("Unassign 2");
    await screen.findByText("2 unassigned.");
    expect(server.deeds()[0]?.act).toEqual({ kind: "unassign", agents: [agentId(1)] });
  });

  it("are for admins also when somebody publishes", async () => {
    open("publish", { role: "reviewer" });
    const box = await screen.findByRole("checkbox", { name: /^Assign them, too/ });
    expect(box).toBeDisabled();
    expect(screen.getByText("Your role here is reviewer; this needs admin or above.")).toBeVisible();
  });
});
