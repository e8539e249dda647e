import { QueryClient } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { DeliveryState } from "@/lib/delivery/schema";
import type { McpState } from "@/lib/mcp/schema";
import { AgentDelivery } from "./agent-delivery";

const id = "0190a000-0000-7000-8000-000000000001";
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const none: DeliveryState = {
  digest: "a".repeat(64),
  leftOut: [],
  machines: { total: 0, newest: 0 },
  keys: [],
  skills: [{ skill: "notes", name: "notes", number: 2, label: null }],
};
const machine: DeliveryState["keys"][number] = {
  id,
  name: "Laptop",
  prefix: "grk_abc123",
  person: { id, name: "Ines" },
  standing: "newest",
  behind: null,
  lastUsedAt: hoursAgo(1),
  fetched: { digest: "a".repeat(64), at: hoursAgo(5) },
};
const mcp: McpState = {
  url: "https://greenroom.test/mcp/desk",
  dialect: "claude-code",
  listed: 2,
  prompts: 3,
  unlisted: [{ skillId: id, skill: "typed", detail: "typed is not what the skills extension takes." }],
};

function open(answer: () => Response) {
  vi.stubGlobal("fetch", async (url: string) => {
    const { pathname } = new URL(url, "http://x");
    if (pathname.endsWith("/instance")) return Response.json({ publicUrl: "https://greenroom.test" });
    if (pathname.endsWith("/delivery/mcp")) return Response.json(mcp);
    return answer();
  });
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <InWorkspace viewerRole="viewer" cache={cache}>
      <AgentDelivery workspace="meridian" agent="desk" />
    </InWorkspace>,
  );
  return { user: userEvent.setup(), section: within(screen.getByRole("region", { name: "Delivery" })) };
}
const openWith = (changes: Partial<DeliveryState>) => open(() => Response.json({ ...none, ...changes }));

afterEach(() => vi.unstubAllGlobals());

describe("the delivery of an agent", () => {
  it("says what a key to deliver is for where there is none, and how a machine asks", async () => {
    const { section } = openWith({});
    expect(await section.findByText(/No machine fetches these skills/)).toBeVisible();
    expect(await section.findByRole("region", { name: "the lines to fetch them" })).toHaveTextContent(
      "https://greenroom.test/api/v1/workspaces/meridian/agents/desk/delivery",
    );
    expect(section.getByRole("link", { name: "API keys" })).toHaveAttribute(
      "href",
      "/w/meridian/settings/keys",
    );
  });

  it("says of each machine what it has, fetched when, and what it lacks", async () => {
    const behind = { added: ["fresh"], changed: ["notes"], removed: [] };
    const { section } = openWith({
      machines: { total: 3, newest: 2 },
      keys: [machine, { ...machine, id: "2", name: "Server", standing: "behind", behind }],
    });
    expect(await section.findByText("2 of 3 machines have the newest")).toBeVisible();
    const [newest, older] = section.getAllByRole("listitem");
    expect(newest).toHaveTextContent(
      /Laptop grk_abc123… Ines.*Has the newest.*fetched 5 h ago.*asked 1 h ago/,
    );
    expect(older).toHaveTextContent("Behind: lacks fresh; has an older version of notes");
    expect(section.getByText("1 machine is somebody else’s.")).toBeVisible();
  });

  it("names what is left out, with the reason", async () => {
    const detail = "drafted follows its draft, which is never delivered.";
    const { section } = openWith({
      leftOut: [{ skillId: id, skill: "drafted", reason: "draft", detail }],
    });
    expect(await section.findByText(detail)).toBeVisible();
  });

  it("gives the MCP address, what it offers, and which skills no list of it names", async () => {
    const { user, section } = openWith({});
    expect(await section.findByRole("region", { name: "the MCP address" })).toHaveTextContent(mcp.url);
    expect(section.getByText("2 skills, 3 prompts, the tools of Claude Code")).toBeVisible();
    expect(section.getByText("typed is not what the skills extension takes.")).toBeVisible();
    await user.click(section.getByRole("button", { name: "Lines for clients" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Connect over MCP" }));
    const lines = () => dialog.getByRole("region", { name: "what to paste" });
    expect(lines()).toHaveTextContent(`claude mcp add --transport http desk ${mcp.url} --header`);
    await user.click(dialog.getByRole("radio", { name: "Codex" }));
    expect(lines()).toHaveTextContent('bearer_token_env_var = "GREENROOM_KEY"');
    await user.click(dialog.getByRole("button", { name: "Done" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("says why it could not be read, and tries again", async () => {
    let isDown = true;
    const problem = {
      status: 503,
      code: "UNAVAILABLE",
      title: "Unavailable",
      detail: "The database is busy.",
    };
    const { user, section } = open(() =>
      isDown ? Response.json(problem, { status: 503 }) : Response.json(none),
    );
    expect(await section.findByText("The database is busy.")).toBeVisible();
    isDown = false;
    await user.click(section.getByRole("button", { name: "Try again" }));
    expect(await section.findByText(/No machine fetches these skills/)).toBeVisible();
  });
});
