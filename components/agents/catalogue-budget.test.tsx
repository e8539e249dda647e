import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Role } from "@/lib/access/permissions";
import type { AgentCatalogue } from "@/lib/agents/catalogue-schema";
import type { Agent } from "@/lib/agents/schema";
import { CatalogueBudget } from "./catalogue-budget";
import type { SkillFare } from "./catalogue-cuts";
import { bareAgent as agent } from "./fixtures/bare-agent";

const skill = (name: string, changes: Partial<SkillFare> = {}): SkillFare => ({
  skill: name,
  version: 1,
  draftRevision: null,
  tokens: 40,
  truncated: false,
  omitted: false,
  overBudget: false,
  keptCharacters: null,
  reason: null,
  refusal: null,
  modelInvocable: true,
  userInvocable: true,
  ...changes,
});
const cut = (name: string) => skill(name, { truncated: true, overBudget: true, keptCharacters: 61 });

const catalogueOf = (skills: SkillFare[]): AgentCatalogue => ({
  dialect: "standard",
  mode: "inline",
  text: "",
  tools: [],
  toolTokens: 0,
  tokens: 4_000,
  characters: 15_999,
  budgetCharacters: 16_000,
  budgetRule: "",
  cutFrom: null,
  skills,
});

function show(skills: SkillFare[], of: Partial<Agent> = {}, role: Role = "admin") {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (init?.method !== "PATCH")
      return Response.json({ ...catalogueOf([]), mode: "search", tokens: 58, url: String(url) });
    sent.push(JSON.parse(String(init.body)));
    return Response.json({ ...agent, revision: 5, mode: "search" });
  });
  render(
    <InWorkspace viewerRole={role}>
      <CatalogueBudget workspace="meridian" agent={{ ...agent, ...of }} catalogue={catalogueOf(skills)} />
    </InWorkspace>,
  );
  return sent;
}

afterEach(() => vi.unstubAllGlobals());

describe("the catalogue's budget", () => {
  it("says in words that everything fits, and offers nothing then", () => {
    show([skill("first")]);
    expect(screen.getByText("Everything fits: nothing is cut or left out")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Use search mode" })).toBeNull();
    expect(screen.queryByRole("listitem")).toBeNull();
  });

  it("names what is left out first, and keeps a long list of cuts folded, every name in it", () => {
    const shortened = Array.from({ length: 90 }, (_, index) => cut(`skill-${index}`));
    show([...shortened, skill("last", { omitted: true, reason: "It does not fit." })]);
    expect(screen.getAllByRole("listitem")[0]).toHaveTextContent("last left out: It does not fit.");
    const folded = screen.getByText("86 more").closest("details");
    expect(folded).not.toHaveAttribute("open");
    expect(within(folded ?? document.body).getByText("skill-89")).toBeInTheDocument();
  });

  it("wears the warning colour when it cuts, and says why once, not for every skill", () => {
    show([skill("first"), cut("second"), cut("third")]);
    expect(screen.getByText("2 descriptions cut, nothing left out")).toBeVisible();
    const meter = screen.getByRole("meter", { name: "Catalogue budget" });
    expect(meter.nextElementSibling?.firstElementChild?.className).toContain("bg-warn");
    expect(screen.getAllByText(/The last in order is cut first/)).toHaveLength(1);
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "second description cut to 61 characters",
      "third description cut to 61 characters",
    ]);
  });

  it("offers search mode with what it changes, and turns it on at one click", async () => {
    const sent = show([cut("second")]);
    expect(await screen.findByText(/4,000 tokens become 58 tokens/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Use search mode" }));
    await waitFor(() => expect(sent).toEqual([{ mode: "search", baseRevision: 4 }]));
  });

  it("says what helps where the host cannot search", () => {
    show([cut("second")], { dialect: "claude-code" });
    expect(screen.getByText(/Claude Code cannot search for skills: shorten descriptions/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Use search mode" })).toBeNull();
  });

  it("tells who may not change the agent why the button is blocked", async () => {
    const sent = show([cut("second")], {}, "viewer");
    const button = screen.getByRole("button", { name: "Use search mode" });
    expect(button).toHaveAttribute("aria-disabled", "true");
    await userEvent.click(button);
    expect(sent).toEqual([]);
  });
});
