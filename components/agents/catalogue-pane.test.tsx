import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { Agent } from "@/lib/agents/schema";
import { CataloguePane } from "./catalogue-pane";

const id = "0190a000-0000-7000-8000-000000000001";
const at = "2026-11-21T10:00:00.000Z";
const ines = { id, name: "Ines" };
const agent: Agent = {
  id,
  slug: "desk",
  name: "Desk",
  description: "",
  instructions: "",
  instructionTokens: 0,
  model: "rehearsal",
  modelName: "Rehearsal",
  routerModel: null,
  mode: "router",
  dialect: "standard",
  revision: 4,
  enabledCount: 0,
  assignmentCount: 0,
  conversationCount: 0,
  suggestedMessages: [],
  updatedAt: at,
  createdAt: at,
  updatedBy: ines,
  allowRequestPrompt: true,
  tools: [],
  toolStubs: [],
  assignments: [],
};

afterEach(() => vi.unstubAllGlobals());

it.each([
  ["router", "Catalogue text, before the router chooses", true],
  ["inline", "Exact catalogue text", false],
])(
  "calls the text of a catalogue exact only where every run is told it: %s",
  async (mode, title, isChosen) => {
    vi.stubGlobal("fetch", async () =>
      Response.json({
        dialect: "standard",
        mode,
        text: "<available_skills/>",
        tokens: 4,
        characters: 19,
        budgetCharacters: 8_000,
        budgetRule: "",
        tools: [],
        toolTokens: 0,
        skills: [],
      }),
    );
    render(
      <QueryClientProvider client={new QueryClient()}>
        <CataloguePane workspace="meridian" agent={agent} />
      </QueryClientProvider>,
    );
    expect(await screen.findByRole("heading", { name: title })).toBeVisible();
    expect(screen.queryByText(/only of the skills that the router chooses/) !== null).toBe(isChosen);
  },
);
