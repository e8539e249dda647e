import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { AgentCatalogue } from "@/lib/agents/schema";
import { CatalogueBudget } from "./catalogue-budget";

const skill = (name: string, changes: Partial<AgentCatalogue["skills"][number]>) => ({
  ...{ skill: name, version: 1, draftRevision: null, tokens: 40, truncated: false, omitted: false },
  ...{ reason: null, modelInvocable: true, userInvocable: true },
  ...changes,
});

it("names what is left out first, and keeps a long list of cuts folded, every name in it", () => {
  const shortened = Array.from({ length: 90 }, (_, at) => skill(`skill-${at}`, { truncated: true }));
  const catalogue: AgentCatalogue = {
    ...{
      revision: 1,
      dialect: "standard",
      mode: "inline",
      text: "",
      tools: [],
      toolTokens: 0,
      tokens: 4_000,
    },
    ...{ characters: 15_999, budgetCharacters: 16_000, budgetRule: "", skills: [] },
    skills: [...shortened, skill("last", { omitted: true, reason: "It does not fit." })],
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CatalogueBudget workspace="meridian" slug="desk" catalogue={catalogue} />
    </QueryClientProvider>,
  );
  expect(screen.getAllByRole("listitem")[0]).toHaveTextContent("last left out: It does not fit.");
  const folded = screen.getByText("86 more").closest("details");
  expect(folded).not.toHaveAttribute("open");
  expect(within(folded ?? document.body).getByText("skill-89")).toBeInTheDocument();
});
