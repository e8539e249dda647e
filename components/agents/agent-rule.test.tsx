import { QueryClient, useQuery } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { expect, it, vi } from "vitest";
import { agentQuery } from "@/components/data/agent-queries";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Role } from "@/lib/access/permissions";
import type { AgentSkills } from "@/lib/agents/choice-schema";
import type { Agent, EditAgent } from "@/lib/agents/schema";
import { client } from "@/lib/api/client";
import { AgentRule } from "./agent-rule";
import { choicesOf } from "./agent-words";
import { bareAgent } from "./fixtures/bare-agent";

type Chosen = AgentSkills["items"][number];
type Told = Partial<Omit<Chosen, "choice">> & { choice?: Partial<Chosen["choice"]> };

const chosen = (skill: string, at: number, { choice, ...rest }: Told = {}): Chosen => ({
  skillId: `0190a000-0000-7000-8000-0000000000${String(10 + at)}`,
  skill,
  assigned: false,
  version: 3,
  draftRevision: null,
  description: "Does it.",
  nothing: null,
  choice: {
    in: true,
    reason: "discovered",
    items: [],
    total: 0,
    unchecked: [],
    why: "is taken in by this agent’s rule",
    leftOpen: "",
    ...choice,
  },
  ...rest,
});
const denied: NonNullable<Told["choice"]> = {
  in: false,
  reason: "denied",
  items: ["x*"],
  why: "is denied to this agent by x*",
};

type Options = { role?: Role; skills?: Chosen[]; answer?: (body: EditAgent) => Response | null };

function open(changes: Partial<Agent>, { role = "admin", skills = [], answer = () => null }: Options = {}) {
  const server: { agent: Agent } = { agent: { ...bareAgent, ...changes } };
  const sent: EditAgent[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (new URL(url, "http://x").pathname.endsWith("/skills")) return Response.json({ items: skills });
    if (init?.method === "PATCH") {
      const body: EditAgent = JSON.parse(String(init.body));
      sent.push(body);
      const refused = answer(body);
      if (refused) return refused;
      const { autoDiscover = false, deniedSkills = [], capabilities = null } = body;
      server.agent = { ...server.agent, autoDiscover, deniedSkills, capabilities, revision: 5 };
    }
    return Response.json(server.agent);
  });
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  cache.setQueryData([...agentQuery(client.agents, "meridian", "desk").queryKey], server.agent);
  render(
    <InWorkspace viewerRole={role} cache={cache}>
      <Rule />
    </InWorkspace>,
  );
  return { sent, user: userEvent.setup() };
}

function Rule() {
  const { data } = useQuery({ ...agentQuery(client.agents, "meridian", "desk"), enabled: false });
  return data === undefined ? null : <AgentRule workspace="meridian" agent={data} />;
}

it("says that nothing is kept out where nobody said anything, and asks for no list", () => {
  open({});
  const section = screen.getByRole("region", { name: "Rule" });
  expect(section).toHaveTextContent("takes what it is assigned");
  expect(section).toHaveTextContent("No skill is kept out.");
  expect(within(section).queryByRole("list")).toBeNull();
});

it("tells what it says in words, and of each skill that it finds or keeps out, why", async () => {
  const unsaid = { leftOpen: "needs the programs gh (not checked: nobody has said what this agent has)" };
  open(
    { autoDiscover: true, capabilities: ["web", "code"], deniedSkills: ["x*"] },
    {
      skills: [
        chosen("assigned-one", 0, { assigned: true }),
        chosen("found-one", 1, { choice: unsaid }),
        chosen("hollow", 2, { version: null, nothing: "Version 1 was withdrawn." }),
        chosen("xl", 3, { choice: denied }),
      ],
    },
  );
  expect(await screen.findByText("Found: 2 skills")).toBeVisible();
  const section = screen.getByRole("region", { name: "Rule" });
  expect(
    within(section)
      .getAllByRole("term")
      .map(({ textContent }) => textContent),
  ).toEqual(["Denied", "Can do"]);
  expect(section).toHaveTextContent("web, code");
  const rows = within(section).getAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "found-onev3 It needs the programs gh (not checked: nobody has said what this agent has).",
    "hollowVersion 1 was withdrawn.",
    "xlIt is denied to this agent by x*.",
  ]);
  expect(screen.getByText("Kept out: 1 skill")).toBeVisible();
  expect(within(rows[0] ?? section).getByRole("link")).toHaveAttribute(
    "href",
    expect.stringContaining("found-one"),
  );
});

it("shows the first of many, and all of them when asked", async () => {
  const skills = Array.from({ length: 25 }, (_, at) => chosen(`s${at}`, at, { choice: denied }));
  const { user } = open({ autoDiscover: true }, { skills });
  await user.click(await screen.findByRole("button", { name: "Show all 25" }));
  expect(screen.getAllByRole("listitem")).toHaveLength(25);
});

it("is edited with the keyboard alone, and sends what was said and nothing of what was not", async () => {
  const { user, sent } = open({});
  screen.getByRole("button", { name: "Edit the rule" }).focus();
  await user.keyboard("{Enter}");
  const dialog = await screen.findByRole("dialog", { name: "Rule of Desk" });
  within(dialog)
    .getByRole("checkbox", { name: /Find skills by itself/ })
    .focus();
  await user.keyboard(" ");
  within(dialog).getByRole("textbox", { name: "Denied skills" }).focus();
  await user.keyboard("*-secret{Enter}old");
  within(dialog).getByRole("checkbox", { name: "Say what the agent can do" }).focus();
  await user.keyboard(" ");
  within(dialog).getByRole("textbox", { name: "Capabilities" }).focus();
  await user.keyboard("web{Control>}{Enter}{/Control}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([
    {
      baseRevision: 4,
      autoDiscover: true,
      allowedSkills: [],
      deniedSkills: ["*-secret", "old"],
      capabilities: ["web"],
      skillTypes: null,
      environment: { os: null, bins: null, env: null },
    },
  ]);
  expect(await screen.findByText("finds skills by itself")).toBeVisible();
});

it("has nothing that axe finds in its dialog, shut and with every part of it said", async () => {
  const { user } = open({});
  await user.click(screen.getByRole("button", { name: "Edit the rule" }));
  const dialog = await screen.findByRole("dialog", { name: "Rule of Desk" });
  const findings = async () =>
    (await axe.run(dialog, { rules: { "color-contrast": { enabled: false } } })).violations.map(
      ({ id }) => id,
    );
  expect(await findings()).toEqual([]);
  for (const box of within(dialog).getAllByRole("checkbox")) await user.click(box);
  expect(within(dialog).getAllByRole("textbox").length).toBeGreaterThan(4);
  expect(await findings()).toEqual([]);
});

it("says of its machine what is there, and that nothing is there is another thing than not said", async () => {
  const { user, sent } = open({ environment: { os: "plan9", bins: null, env: ["HOME"] } });
  await user.click(screen.getByRole("button", { name: "Edit the rule" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByRole("combobox", { name: "System" })).toHaveValue("plan9");
  await user.selectOptions(within(dialog).getByRole("combobox", { name: "System" }), "macOS");
  await user.click(within(dialog).getByRole("checkbox", { name: "Say which programs are there" }));
  await user.click(within(dialog).getByRole("checkbox", { name: "Say which environment variables are set" }));
  await user.click(within(dialog).getByRole("checkbox", { name: "Take only some types of skills" }));
  expect(within(dialog).getByRole("textbox", { name: "Types of skills" })).toHaveValue("agent_skill");
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    environment: { os: "darwin", bins: [], env: null },
    skillTypes: ["agent_skill"],
  });
});

it("keeps what was typed when it is refused, and says why", async () => {
  const detail = "At most 200.";
  const refused = () =>
    Response.json({ status: 422, code: "UNPROCESSABLE", title: "Unprocessable", detail }, { status: 422 });
  const { user } = open({}, { answer: refused });
  await user.click(screen.getByRole("button", { name: "Edit the rule" }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByRole("textbox", { name: "Allowed skills" }), "pdf-*");
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(await within(dialog).findByRole("alert")).toHaveTextContent(detail);
  expect(within(dialog).getByRole("textbox", { name: "Allowed skills" })).toHaveValue("pdf-*");
});

it("offers theirs when somebody was first, and saves over it only when asked again", async () => {
  const theirs = {
    ...bareAgent,
    revision: 7,
    deniedSkills: ["theirs"],
    updatedBy: { ...bareAgent.updatedBy, name: "Ravi" },
  };
  const stale = ({ baseRevision }: EditAgent) =>
    baseRevision === 4
      ? Response.json(
          { status: 409, code: "CONFLICT", title: "Conflict", detail: "Stale.", details: { agent: theirs } },
          { status: 409 },
        )
      : null;
  const { user, sent } = open({}, { answer: stale });
  await user.click(screen.getByRole("button", { name: "Edit the rule" }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByRole("textbox", { name: "Denied skills" }), "mine");
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(await within(dialog).findByText("Ravi changed this agent meanwhile")).toBeVisible();
  expect(within(dialog).getByRole("textbox", { name: "Denied skills" })).toHaveValue("mine");
  await user.click(within(dialog).getByRole("button", { name: "Take theirs" }));
  expect(within(dialog).getByRole("textbox", { name: "Denied skills" })).toHaveValue("theirs");
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent.map(({ baseRevision }) => baseRevision)).toEqual([4, 7]));
});

it("is read, not edited, by whoever may not", () => {
  open({ capabilities: [] }, { role: "viewer" });
  expect(screen.getByText("nothing that a skill may need")).toBeVisible();
  expect(screen.getByRole("button", { name: /Edit the rule/ })).toHaveAttribute("aria-disabled", "true");
});

it("says of assigned skills what is kept out and what nobody checked, and nothing of the others", () => {
  const assigned = { assigned: true } as const;
  const choices = choicesOf([
    chosen("fine", 1, assigned),
    chosen("found", 2, { choice: denied }),
    chosen("off", 3, { ...assigned, choice: { in: false, reason: "off", why: "is switched off" } }),
    chosen("out", 4, { ...assigned, choice: denied }),
    chosen("open", 5, { ...assigned, choice: { leftOpen: "runs on darwin (not checked)" } }),
  ]);
  expect([...choices.values()]).toEqual([
    { text: "Kept out: it is denied to this agent by x*.", isOut: true },
    { text: "It runs on darwin (not checked).", isOut: false },
  ]);
});
