import { QueryClient, useQuery } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { agentQuery } from "@/components/data/agent-queries";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Role } from "@/lib/access/permissions";
import type { Agent, EditAgent } from "@/lib/agents/schema";
import type { ServerReport } from "@/lib/agents/tool-schema";
import { client } from "@/lib/api/client";
import { OtherTools } from "./other-tools";
import { SavedResults } from "./saved-results";

const id = "0190a000-0000-7000-8000-000000000001";
const at = "2026-11-21T10:00:00.000Z";
const ines = { id, name: "Ines", email: "ines@example.test", isOperator: false };
const paging = {
  kind: "stub" as const,
  name: "page_owner",
  description: "Pages the owner.",
  inputSchema: { type: "object", properties: {} },
  result: "paged",
};
const sums = {
  kind: "mcp" as const,
  id,
  name: "Sums",
  url: "https://mcp.test/mcp",
  headers: [{ name: "authorization" }, { name: "x-team" }],
};
const assignment: Agent["assignments"][number] = {
  ...{ skillId: id, skill: "triage", description: "Decides.", enabled: true, priority: 1 },
  ...{ follows: "latest", label: null, version: null, archived: false },
  resolved: { kind: "none", reason: "Not published." },
  choices: { latest: null, versions: [], labels: [], draftRevision: 1 },
};
const emptyAgent: Agent = {
  ...{ id, slug: "desk", name: "Desk", description: "", instructions: "", instructionTokens: 0 },
  ...{ model: "rehearsal", modelName: "Rehearsal", routerModel: null, mode: "inline", dialect: "standard" },
  ...{ revision: 4, enabledCount: 1, assignmentCount: 1, conversationCount: 0, suggestedMessages: [] },
  ...{ updatedAt: at, createdAt: at, updatedBy: ines, allowRequestPrompt: true },
  ...{ tools: [], toolStubs: [], assignments: [assignment] },
};

type Options = { role?: Role; report?: ServerReport; refusal?: string };

/** The two lists of one agent, on a server that keeps what it is sent and answers with a new revision. */
function open(changes: Partial<Agent>, { role = "admin", report, refusal }: Options = {}) {
  const server = { agent: { ...emptyAgent, ...changes } };
  const sent: EditAgent[] = [];
  const tried: unknown[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const { pathname } = new URL(url, "http://x");
    if (pathname.endsWith("/skills/triage")) return Response.json({ tools: ["look_up"] });
    if (pathname.endsWith("/tools/test")) {
      tried.push(JSON.parse(String(init?.body)));
      return Response.json(report);
    }
    if (init?.method === "PATCH") {
      const body: EditAgent = JSON.parse(String(init.body));
      sent.push(body);
      if (refusal !== undefined) {
        const problem = { status: 422, code: "UNPROCESSABLE", title: "Unprocessable", detail: refusal };
        return Response.json(problem, { status: 422 });
      }
      const { tools = server.agent.tools, toolStubs = server.agent.toolStubs } = body;
      server.agent = { ...server.agent, tools, toolStubs, revision: server.agent.revision + 1 };
    }
    return Response.json(server.agent);
  });
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  cache.setQueryData([...agentQuery(client.agents, "meridian", "desk").queryKey], server.agent);
  render(
    <InWorkspace viewerRole={role} cache={cache}>
      <Lists />
    </InWorkspace>,
  );
  return { sent, tried, user: userEvent.setup() };
}

function Lists() {
  const { data } = useQuery({ ...agentQuery(client.agents, "meridian", "desk"), enabled: false });
  return data === undefined ? null : (
    <>
      <OtherTools workspace="meridian" agent={data} />
      <SavedResults workspace="meridian" agent={data} />
    </>
  );
}

type User = ReturnType<typeof open>["user"];

async function press(user: User, name: string) {
  await user.click(await screen.findByRole("button", { name }));
  return within(await screen.findByRole("dialog"));
}
type Dialog = Awaited<ReturnType<typeof press>>;

/** A button that is no longer blocked is another element, so it is looked for each time. */
const save = (dialog: Dialog) => dialog.getByRole("button", { name: "Save" });
const isClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

afterEach(() => vi.unstubAllGlobals());

describe("other tools", () => {
  it("say of each whether it is a stub or a server, and are removed one at a time", async () => {
    const { sent, user } = open({ tools: [paging, { ...paging, name: "ask", result: null }, sums] });
    const list = within(screen.getByRole("region", { name: "Other tools" }));
    expect(list.getByText("3 entries")).toBeVisible();
    expect(list.getAllByRole("listitem").map((row) => row.textContent)).toEqual([
      "page_ownerPages the owner.stub, saved result",
      "askPages the owner.stub, typed result",
      "Sumshttps://mcp.test/mcpMCP server",
    ]);
    await user.click(list.getByRole("button", { name: "Remove ask" }));
    await waitFor(() => expect(list.getAllByRole("listitem")).toHaveLength(2));
    expect(sent).toEqual([{ baseRevision: 4, tools: [paging, sums] }]);
  });

  it("are for admins to change, and others are told so", async () => {
    const { sent, user } = open({ tools: [paging] }, { role: "author" });
    const add = screen.getByRole("button", { name: "Add stub" });
    expect(add).toHaveAccessibleDescription(/Your role here is author; this needs admin or above/);
    await user.click(add);
    await user.click(screen.getByRole("button", { name: "Remove page_owner" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(sent).toEqual([]);
  });
});

describe("a stub", () => {
  it("is added with its schema and its result", async () => {
    const { sent, user } = open({});
    const dialog = await press(user, "Add stub");
    await user.type(dialog.getByLabelText("Name"), "page_owner");
    await user.type(dialog.getByLabelText("Result"), "paged");
    await user.click(save(dialog));
    await isClosed();
    const inputSchema = { type: "object", properties: {}, additionalProperties: true };
    const stub = { kind: "stub", name: "page_owner", description: "", inputSchema, result: "paged" };
    expect(sent).toEqual([{ baseRevision: 4, tools: [stub] }]);
  });

  it("is changed in its place, and may leave its result to a person", async () => {
    const { sent, user } = open({ tools: [paging, sums] });
    const dialog = await press(user, "Edit page_owner");
    await user.click(dialog.getByRole("checkbox", { name: /A person types the result/ }));
    await user.click(save(dialog));
    await isClosed();
    expect(sent[0]?.tools).toEqual([{ ...paging, result: null }, sums]);
  });

  it("is not saved under the name of a host's own tool, nor with a schema that is none", async () => {
    const { sent, user } = open({});
    const dialog = await press(user, "Add stub");
    await user.type(dialog.getByLabelText("Name"), "load_skill");
    expect(dialog.getByText(/this one would hide it/)).toBeVisible();
    await user.click(save(dialog));
    expect(save(dialog)).toHaveAccessibleDescription("Choose a name that no host gives to its own tools.");
    await user.clear(dialog.getByLabelText("Name"));
    await user.type(dialog.getByLabelText("Name"), "look");
    await user.type(dialog.getByLabelText("Input, as JSON Schema"), "x");
    expect(save(dialog)).toHaveAccessibleDescription("Its input schema is not right yet.");
    expect(sent).toEqual([]);
  });
});

describe("an MCP server", () => {
  it("is added with several headers", async () => {
    const { sent, user } = open({});
    const dialog = await press(user, "Add MCP server");
    await user.type(dialog.getByLabelText("Name"), "Sums");
    await user.type(dialog.getByLabelText("URL"), "https://mcp.test/mcp");
    for (const [place, name] of ["authorization", "x-team"].entries()) {
      await user.click(dialog.getByRole("button", { name: "Add header" }));
      await user.type(dialog.getByLabelText(`Name of header ${place + 1}`), name);
      expect(save(dialog)).toHaveAccessibleDescription(`Type the value of ${name}.`);
      await user.type(dialog.getByLabelText(`Value of header ${place + 1}`), `value ${place}`);
    }
    await user.click(save(dialog));
    await isClosed();
    const headers = [
      { name: "authorization", value: "value 0" },
      { name: "x-team", value: "value 1" },
    ];
    expect(sent[0]?.tools).toMatchObject([{ kind: "mcp", name: "Sums", headers }]);
  });

  it("keeps the values that are stored, and loses the header that is taken away", async () => {
    const { sent, user } = open({ tools: [sums] });
    const dialog = await press(user, "Edit Sums");
    expect(dialog.getByLabelText("Value of header 1")).toHaveAttribute(
      "placeholder",
      "Stored; type to replace",
    );
    await user.click(dialog.getByRole("button", { name: "Remove header 2" }));
    await user.click(save(dialog));
    await isClosed();
    expect(sent[0]?.tools).toEqual([{ ...sums, headers: [{ name: "authorization" }] }]);
  });

  it("has each header once, and at most eight", async () => {
    const eight = Array.from({ length: 8 }, (_, number) => ({ name: `x-${number}` }));
    const { user } = open({ tools: [{ ...sums, headers: eight }] });
    const dialog = await press(user, "Edit Sums");
    expect(dialog.getByRole("button", { name: "Add header" })).toHaveAccessibleDescription(
      "At most 8 headers.",
    );
    await user.clear(dialog.getByLabelText("Name of header 2"));
    await user.type(dialog.getByLabelText("Name of header 2"), "X-0");
    await user.type(dialog.getByLabelText("Value of header 2"), "v");
    expect(save(dialog)).toHaveAccessibleDescription("The header x-0 is there twice.");
  });

  it("is asked for its tools with the headers as they are typed", async () => {
    const tools = [{ name: "add", description: "Adds." }];
    const { tried, user } = open({ tools: [sums] }, { report: { error: null, tools } });
    const dialog = await press(user, "Edit Sums");
    await user.click(dialog.getByRole("button", { name: "List its tools" }));
    expect(await dialog.findByText("1 tool")).toBeVisible();
    expect(tried).toEqual([{ id, url: sums.url, headers: sums.headers }]);
  });

  it("that cannot be asked says why", async () => {
    const { user } = open({ tools: [sums] }, { report: { error: "It answers 401.", tools: [] } });
    const dialog = await press(user, "Edit Sums");
    await user.click(dialog.getByRole("button", { name: "List its tools" }));
    expect(await dialog.findByText("It answers 401.")).toBeVisible();
  });

  it("that is refused keeps its dialog, with what was typed", async () => {
    const { sent, user } = open({ tools: [sums] }, { refusal: "Private addresses are not reached." });
    const dialog = await press(user, "Edit Sums");
    await user.clear(dialog.getByLabelText("URL"));
    await user.type(dialog.getByLabelText("URL"), "http://10.0.0.1/mcp");
    await user.click(save(dialog));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(dialog.getByLabelText("URL")).toHaveValue("http://10.0.0.1/mcp");
  });
});

describe("saved results", () => {
  it("say what they are for when there is none", () => {
    open({});
    const section = within(screen.getByRole("region", { name: "Saved results" }));
    expect(section.getByText(/a rehearsal waits until somebody types the result/)).toBeVisible();
  });

  it("are added for a tool that an assigned skill declares", async () => {
    const { sent, user } = open({});
    const dialog = await press(user, "Add result");
    expect(save(dialog)).toHaveAccessibleDescription("Say which tool.");
    await user.selectOptions(dialog.getByLabelText("Skill"), "triage");
    expect(await dialog.findByText(/triage declares look_up/)).toBeVisible();
    await user.type(dialog.getByLabelText("Tool"), "look_up");
    await user.type(dialog.getByLabelText("Result"), "42");
    await user.click(save(dialog));
    await isClosed();
    expect(sent).toEqual([
      { baseRevision: 4, toolStubs: [{ skill: "triage", tool: "look_up", result: "42" }] },
    ]);
    expect(screen.getByRole("button", { name: "Edit the result of look_up of triage" })).toBeVisible();
  });

  it("are changed in their place and removed; a tool has one", async () => {
    const own = { skill: "triage", tool: "look_up", result: "42" };
    const script = { skill: null, tool: "run_skill_script", result: "ran" };
    const { sent, user } = open({ toolStubs: [own, script] });
    const dialog = await press(user, "Edit the result of look_up of triage");
    await user.type(dialog.getByLabelText("Result"), "!");
    await user.click(save(dialog));
    await isClosed();
    expect(sent[0]?.toolStubs).toEqual([{ ...own, result: "42!" }, script]);

    const another = await press(user, "Add result");
    await user.type(another.getByLabelText("Tool"), "run_skill_script");
    expect(save(another)).toHaveAccessibleDescription("This tool has a saved result: edit that one.");
    await user.click(another.getByRole("button", { name: "Cancel" }));
    await isClosed();
    await user.click(
      screen.getByRole("button", { name: "Remove the result of run_skill_script of any skill" }),
    );
    await waitFor(() => expect(sent[1]?.toolStubs).toEqual([{ ...own, result: "42!" }]));
  });

  it("keep the name of a skill that is no longer assigned", async () => {
    const { user } = open({ toolStubs: [{ skill: "gone", tool: "look_up", result: "42" }] });
    const dialog = await press(user, "Edit the result of look_up of gone");
    expect(dialog.getByLabelText("Skill")).toHaveDisplayValue("gone (not assigned)");
  });
});
