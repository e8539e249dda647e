import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { CataloguePane } from "./catalogue-pane";
import { bareAgent } from "./fixtures/bare-agent";

const agent = { ...bareAgent, mode: "router" as const };

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
