import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { batchServer } from "@/lib/testing/browser/batch-server";
import { button, open, press, refused, section } from "./fixtures/open-many-dialog";
import type { AskedAct } from "./many-dialog";

const desk = {
  id: "0190a000-0000-7000-8000-00000000000d",
  slug: "harbour-office",
  name: "Harbour office",
  assignmentCount: 3,
};

afterEach(() => vi.unstubAllGlobals());

describe("publishing and assigning in one go", () => {
  const asked: Omit<AskedAct, "count"> = {
    kind: "publish",
    skills: { names: ["a", "b"] },
    alsoAssign: true,
  };

  it("makes the new agent first, then publishes and assigns what is published", async () => {
    const server = batchServer({
      outcome: (name, { act, preview }) => {
        if (act.kind === "publish" && name === "b" && !preview) return refused;
        if (act.kind === "publish") return { outcome: "done", summary: "Publishes version 1" };
        return { outcome: "done", summary: "Assigns it", undo: [{ kind: "unassign", agents: [desk.id] }] };
      },
      others: { "POST /agents": () => Response.json(desk, { status: 201 }) },
    });
    open(asked, server);
    await userEvent.type(await screen.findByLabelText("New agent"), "Harbour office");
    await press("Publish and assign 2");
    expect(await screen.findByText("1 published, 1 refused.")).toBeVisible();
    expect(screen.getByText("Publishes version 1. Assigns it")).toBeVisible();
    expect(await button("Undo 1 assignment")).toBeVisible();
    expect(server.deeds().map(({ act, names: went }) => [act, went])).toEqual([
      [{ kind: "publish", note: "" }, ["a", "b"]],
      [{ kind: "assign", agents: [desk.id], follows: "latest" }, ["a"]],
    ]);
    expect(screen.getByRole("link", { name: "Rehearse with Harbour office" })).toHaveAttribute(
      "href",
      "/w/meridian/playground/new?agent=harbour-office",
    );
  });

  it("does nothing when the agent's name is taken", async () => {
    const taken = {
      code: "CONFLICT",
      title: "Conflict",
      detail: "There is an agent called Harbour office.",
      status: 409,
    };
    const server = batchServer({ others: { "POST /agents": () => Response.json(taken, { status: 409 }) } });
    open(asked, server);
    await userEvent.type(await screen.findByLabelText("New agent"), "Harbour office");
    await press("Publish and assign 2");
    expect(await screen.findByRole("alert")).toHaveTextContent("There is an agent called Harbour office.");
    expect(server.deeds()).toEqual([]);
    expect(await button("Publish and assign 2")).toBeVisible();
  });

  it("wants an agent, and takes those that are there", async () => {
    const server = batchServer({
      others: { "GET /agents": () => Response.json({ items: [desk], total: 1 }) },
    });
    open(asked, server);
    await button("Publish and assign 2");
    expect(screen.getAllByText("Choose an agent, or name a new one.")[0]).toBeVisible();
    await userEvent.click(await screen.findByRole("checkbox", { name: "Harbour office" }));
    await press("Publish and assign 2");
    await screen.findByText("2 published.");
    expect(server.deeds()[1]?.act).toMatchObject({ kind: "assign", agents: [desk.id] });
    expect(server.otherCalls.filter(({ call }) => call.startsWith("POST"))).toEqual([]);
  });

  it("assigns what is published already, too", async () => {
    const server = batchServer({
      outcome: (_, { act }) =>
        act.kind === "publish" ? { outcome: "unchanged", summary: "Nothing has changed" } : undefined,
      others: { "GET /agents": () => Response.json({ items: [desk], total: 1 }) },
    });
    open(asked, server);
    await section("2 published already, will be assigned");
    await userEvent.click(await screen.findByRole("checkbox", { name: "Harbour office" }));
    await press("Publish and assign 2");
    await waitFor(() => expect(server.deeds().map(({ act }) => act.kind)).toEqual(["publish", "assign"]));
  });
});

describe("assigning", () => {
  it("says what a new agent would get before there is one, and what they follow", async () => {
    const server = batchServer({
      others: { "POST /agents": () => Response.json(desk, { status: 201 }) },
    });
    open({ kind: "assign", skills: { names: ["a", "b"] } }, server);
    await userEvent.type(await screen.findByLabelText("New agent"), "Harbour office");
    expect(await screen.findAllByText("Assigns it to Harbour office, which is made now")).toHaveLength(2);
    await userEvent.selectOptions(await screen.findByLabelText("They follow"), "production");
    await press("Assign 2");
    await screen.findByText("2 assigned.");
    expect(server.deeds().map(({ act }) => act)).toEqual([
      { kind: "assign", agents: [desk.id], follows: "label", label: "production" },
    ]);
  });

  it("asks nobody for the agent on the agent's own page", async () => {
    const server = batchServer();
    open({ kind: "assign", skills: { names: ["a"] }, agents: [desk.id] }, server);
    await press("Assign 1");
    await screen.findByText("1 assigned.");
    expect(screen.queryByLabelText("New agent")).toBeNull();
    expect(server.deeds()[0]?.act).toMatchObject({ agents: [desk.id], follows: "latest" });
  });
});
