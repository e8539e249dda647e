import { QueryClient, useQuery } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { agentQuery } from "@/components/data/agent-queries";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Agent, Assignment } from "@/lib/agents/schema";
import { client } from "@/lib/api/client";
import { usualInvocation } from "@/lib/skills/invocation";
import { stillRouter } from "@/lib/testing/browser/app-router";
import type { RowChoices } from "./agent-words";
import { AssignedSkills } from "./assigned-skills";
import type { Cuts } from "./catalogue-cuts";
import { bareAgent } from "./fixtures/bare-agent";
import { useAgentBlocked } from "./use-agent-blocked";
import { useAssignments } from "./use-assignments";

const ines = { id: "0190a000-0000-7000-8000-00000000000a", name: "Ines" };
const assignment = (skill: string, position: number): Assignment => ({
  skillId: `0190a000-0000-7000-8000-00000000000${position}`,
  skill,
  description: `About ${skill}`,
  enabled: true,
  priority: position,
  follows: "latest",
  label: null,
  version: null,
  resolved: {
    kind: "version",
    versionId: "0190a000-0000-7000-8000-0000000000ff",
    number: 3,
    digest: "d".repeat(64),
    description: `About ${skill}`,
    metadataTokens: 58,
    instructionTokens: 1,
    resourceTokens: 0,
    ...usualInvocation,
  },
  archived: false,
  choices: { latest: 3, versions: [3, 2, 1], labels: [{ name: "production", version: 2 }], draftRevision: 9 },
});

const agentWith = (skills: string[], revision = 1): Agent => ({
  ...bareAgent,
  revision,
  enabledCount: skills.length,
  assignmentCount: skills.length,
  updatedBy: ines,
  assignments: skills.map((skill, index) => assignment(skill, index + 1)),
});

type Sent = {
  baseRevision: number;
  items: { skill: string; enabled: boolean; follows: string; version?: number }[];
};

/** A server that keeps one agent, refuses stale lists, and can be changed behind the page's back. */
function fakeServer(first: Agent) {
  const sent: Sent[] = [];
  const server = { agent: first, sent };
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    const body: Sent = JSON.parse(String(init.body));
    sent.push(body);
    if (body.baseRevision !== server.agent.revision) {
      const problem = { status: 409, code: "CONFLICT", title: "Conflict", detail: "Stale." };
      return Response.json({ ...problem, details: { agent: server.agent } }, { status: 409 });
    }
    server.agent = {
      ...agentWith(
        body.items.map(({ skill }) => skill),
        server.agent.revision + 1,
      ),
      assignments: body.items.map((item, index) => ({
        ...assignment(item.skill, index + 1),
        enabled: item.enabled,
      })),
    };
    return Response.json(server.agent);
  });
  return server;
}

type Shown = { cuts: Cuts | null; choices: RowChoices };

function Harness(shown: Shown) {
  const { data } = useQuery({ ...agentQuery(client.agents, "meridian", "desk"), enabled: false });
  return data === undefined ? null : <Assigned agent={data} {...shown} />;
}

function Assigned({ agent, ...shown }: Shown & { agent: Agent }) {
  const assignments = useAssignments("meridian", agent);
  const readOnly = useAgentBlocked(agent) !== undefined;
  const props = { agentId: agent.id, mode: agent.mode, readOnly, ...assignments, ...shown };
  return <AssignedSkills workspace="meridian" {...props} />;
}

type Looking = {
  cuts?: Cuts | null;
  choices?: RowChoices;
  change?: Partial<Assignment>;
  role?: "owner" | "viewer";
};

function openAs(
  skills: string[],
  { cuts = null, choices = new Map(), change = {}, role = "owner" }: Looking,
) {
  const plain = agentWith(skills);
  const agent = { ...plain, assignments: plain.assignments.map((row) => ({ ...row, ...change })) };
  const server = fakeServer(agent);
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  cache.setQueryData([...agentQuery(client.agents, "meridian", "desk").queryKey], agent);
  render(
    <InWorkspace router={stillRouter} cache={cache} viewerRole={role}>
      <Harness cuts={cuts} choices={choices} />
    </InWorkspace>,
  );
  return server;
}

const open = (skills: string[], cuts: Cuts | null = null, change: Partial<Assignment> = {}) =>
  openAs(skills, { cuts, change });

const order = () =>
  screen.getAllByRole("listitem").map((row) => within(row).getByRole("switch").getAttribute("aria-label"));
const said = () =>
  screen
    .getAllByRole("status")
    .map((line) => line.textContent)
    .join(" ");
const says = (text: string) => waitFor(() => expect(said()).toContain(text));

afterEach(() => vi.unstubAllGlobals());

describe("the list of assigned skills", () => {
  it("says in words what is set to whoever may not change it, without a control that would refuse them", () => {
    openAs(["a", "b"], { role: "viewer" });
    const rows = screen.getAllByRole("listitem");
    expect(rows[0]).toHaveTextContent(/latest \(v3\).*On$/);
    for (const role of ["switch", "combobox"] as const) expect(screen.queryByRole(role)).toBeNull();
    for (const act of [/^Move/, /^Remove/, /^Drag/])
      expect(screen.queryByRole("button", { name: act })).toBeNull();
  });

  it("leads to each skill, and past all of them where they are many", () => {
    open(Array.from({ length: 9 }, (_, at) => `skill-${at + 1}`));
    expect(screen.getByRole("link", { name: "skill-2" })).toHaveAttribute(
      "href",
      "/w/meridian/skills/skill-2",
    );
    const past = screen.getByRole("link", { name: "Skip 9 assigned skills" });
    expect(document.getElementById(past.getAttribute("href")?.slice(1) ?? "")).not.toBeNull();
  });

  it("draws where the budget ends, and marks each skill that it cuts", () => {
    open(["a", "b", "c"], {
      text: "1 description cut, 1 skill left out",
      marks: new Map([
        ["b", "description cut to 61 characters"],
        ["c", "left out"],
      ]),
      from: "b",
      budgetCharacters: 16_000,
    });
    const [first, second, third] = screen.getAllByRole("listitem");
    expect(first).not.toHaveTextContent(/budget|cut/);
    expect(second).toHaveTextContent("The budget of 16,000 characters ends here");
    expect(second).toHaveTextContent("description cut to 61 characters");
    expect(third).toHaveTextContent("left out");
    expect(third).not.toHaveTextContent("ends here");
  });

  it("moves a skill at once, says so and sends the whole list in its new order", async () => {
    const server = open(["a", "b", "c"]);
    await userEvent.click(screen.getByRole("button", { name: "Move c up" }));
    expect(order()).toEqual(["a on", "c on", "b on"]);
    await says("Moved c from 3 to 2.");
    await waitFor(() => expect(server.agent.revision).toBe(2));
    expect(server.sent[0]?.items.map(({ skill }) => skill)).toEqual(["a", "c", "b"]);
  });

  it("takes a change back with the button and with the key", async () => {
    const server = open(["a", "b"]);
    await userEvent.click(screen.getByRole("button", { name: "Move b up" }));
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(server.agent.revision).toBe(3));
    expect(order()).toEqual(["a on", "b on"]);

    await userEvent.click(screen.getByRole("switch", { name: "a on" }));
    expect(screen.getByRole("switch", { name: "a on" })).not.toBeChecked();
    await userEvent.keyboard("{Control>}z{/Control}");
    await waitFor(() => expect(server.agent.revision).toBe(5));
    expect(screen.getByRole("switch", { name: "a on" })).toBeChecked();
  });

  it("sends quick changes one after another, each on the newest revision", async () => {
    const server = open(["a", "b", "c"]);
    await userEvent.click(screen.getByRole("button", { name: "Move c up" }));
    await userEvent.click(screen.getByRole("button", { name: "Move c up" }));
    await userEvent.click(screen.getByRole("button", { name: "Remove b" }));
    expect(order()).toEqual(["c on", "a on"]);
    await waitFor(() => expect(server.agent.revision).toBe(4));
    expect(server.sent.map(({ baseRevision }) => baseRevision)).toEqual([1, 2, 3]);
    expect(server.agent.assignments.map(({ skill }) => skill)).toEqual(["c", "a"]);
  });

  it("shows the list as it is when somebody was first, and can do the change again", async () => {
    const server = open(["a", "b"]);
    server.agent = { ...agentWith(["b", "x", "a"], 7), updatedBy: { ...ines, name: "Omar" } };
    await userEvent.click(screen.getByRole("button", { name: "Remove b" }));
    await says("Omar changed this agent meanwhile.");
    expect(order()).toEqual(["b on", "x on", "a on"]);
    await userEvent.click(screen.getByRole("button", { name: "Do it again" }));
    await waitFor(() => expect(server.agent.revision).toBe(8));
    expect(order()).toEqual(["x on", "a on"]);
  });

  it("says of a draft that a version is published since, and follows latest with one press", async () => {
    const server = open(["a"], null, { follows: "draft" });
    expect(screen.getByText(/A draft is never delivered or exported/)).not.toHaveClass("truncate");
    expect(screen.getByText("v3 is published.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Let a follow latest" }));
    await says("a now follows latest.");
    await waitFor(() => expect(server.sent[0]?.items[0]).toMatchObject({ follows: "latest" }));
    expect(screen.queryByRole("button", { name: "Let a follow latest" })).toBeNull();
  });

  it("offers nothing to follow while a draft has no version", () => {
    open(["a"], null, { follows: "draft", choices: { ...assignment("a", 1).choices, latest: null } });
    expect(screen.queryByRole("button", { name: "Let a follow latest" })).toBeNull();
  });

  it("pins a version and asks for nothing at the ends of the list", async () => {
    const server = open(["a", "b"]);
    await userEvent.click(screen.getByRole("button", { name: "Move a up" }));
    expect(server.sent).toHaveLength(0);
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "a follows" }), "pinned v2");
    await says("a now follows v2.");
    await waitFor(() => expect(server.sent[0]?.items[0]).toMatchObject({ follows: "version", version: 2 }));
  });
});

describe("what the agent's rule says", () => {
  it("stands in the row of the skill that is kept out, and of one that nobody checked, and in no other", () => {
    const out = "Kept out: it needs the capability web, which this agent does not have.";
    const unchecked = "It runs on darwin (not checked: nobody has said what this agent has).";
    const choices = new Map([
      [assignment("a", 1).skillId, { text: out, isOut: true }],
      [assignment("b", 2).skillId, { text: unchecked, isOut: false }],
    ]);
    openAs(["a", "b", "c"], { choices });
    const [first, second, third] = screen.getAllByRole("listitem");
    expect(first).toHaveTextContent(out);
    expect(second).toHaveTextContent(unchecked);
    expect(third).not.toHaveTextContent(/Kept out|not checked/);
  });
});
