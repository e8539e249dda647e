import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { impactQuery } from "@/components/data/agent-queries";
import type { AgentImpact, Impact } from "@/lib/agents/impact-schema";
import { client } from "@/lib/api/client";
import { ImpactList } from "./impact-list";

const moving: AgentImpact = {
  agent: { slug: "on-call", name: "On-call assistant" },
  enabled: true,
  assigned: true,
  choice: {
    before: { in: true, why: "is assigned to this agent" },
    after: { in: true, why: "is assigned to this agent" },
  },
  follows: "latest",
  label: null,
  versionBefore: 6,
  versionAfter: 7,
  changes: true,
  before: { characters: 7_900, tokens: 1_900 },
  after: { characters: 8_000, tokens: 1_950 },
  budgetCharacters: 8_000,
  own: {
    before: { state: "whole", keptCharacters: null },
    after: { state: "whole", keptCharacters: null },
  },
  othersStayCut: 0,
  cut: [],
  freed: [],
  collisions: [],
};

function show(impact: Partial<Impact>) {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  const { queryKey } = impactQuery(client.agents, "meridian", "triage", { digest: "d" });
  cache.setQueryData(queryKey, { nextVersion: 7, similarNames: [], agents: [], ...impact });
  render(
    <QueryClientProvider client={cache}>
      <ImpactList workspace="meridian" skill="triage" digest="d" />
    </QueryClientProvider>,
  );
}

it("says who gets the next version and who stays, and that nothing is dropped", () => {
  const careful = {
    agent: { slug: "desk", name: "Support desk" },
    follows: "label" as const,
    label: "production",
  };
  show({ agents: [moving, { ...moving, ...careful, versionAfter: 6, changes: false }] });
  const [first, second] = screen.getAllByRole("listitem");
  expect(first).toHaveTextContent("On-call assistant");
  expect(first).toHaveTextContent("v6 to v7");
  expect(first).toHaveTextContent(
    "Follows latest. Catalogue 7,900 to 8,000 of 8,000 characters, nothing dropped.",
  );
  expect(second).toHaveTextContent("stays v6");
  expect(second).toHaveTextContent("Follows production, which is on v6.");
});

it("names what would be cut or left out, what collides, and names that are easily mistaken", () => {
  const cut = [
    { skill: "csv-cleanup", omitted: false, reason: "" },
    { skill: "old-notes", omitted: true, reason: "" },
  ];
  const collisions = [
    { skill: "incident-notes", share: 0.8, words: ["incident"], likeness: null, before: false },
    { skill: "outage-log", share: 0, words: [], likeness: 0.914, before: false },
    { skill: "known-before", share: 0.9, words: [], likeness: null, before: true },
  ];
  show({ similarNames: ["tri-age"], agents: [{ ...moving, cut, collisions }] });
  const [item] = screen.getAllByRole("listitem");
  expect(item).toHaveTextContent("csv-cleanup would have its description cut.");
  expect(item).toHaveTextContent("old-notes would be left out.");
  expect(item).toHaveTextContent(
    "Collides with incident-notes: a search for this description scores it 80 % as high. Both say: incident.",
  );
  expect(item).toHaveTextContent(
    "Collides with outage-log: It means nearly the same by embeddings (0.91 of 1). The words are others.",
  );
  expect(item).not.toHaveTextContent("known-before");
  expect(screen.getByText("tri-age")).toBeInTheDocument();
});

it("says that this description stays cut, and never that nothing is dropped then", () => {
  const cutTo61 = { state: "cut" as const, keptCharacters: 61 };
  const own = { before: cutTo61, after: cutTo61 };
  show({
    agents: [
      { ...moving, own, othersStayCut: 33 },
      { ...moving, agent: { slug: "a", name: "A" }, own, changes: false },
      {
        ...moving,
        agent: { slug: "b", name: "B" },
        own: { before: own.before, after: { state: "omitted", keptCharacters: null } },
      },
      {
        ...moving,
        agent: { slug: "c", name: "C" },
        own: { before: own.before, after: { state: "cut", keptCharacters: 0 } },
        othersStayCut: 1,
      },
    ],
  });
  const [stays, unchanged, leaves, drops] = screen.getAllByRole("listitem");
  expect(stays).toHaveTextContent("This description stays cut to 61 characters.");
  expect(stays).toHaveTextContent("33 other descriptions stay cut or left out.");
  expect(stays).not.toHaveTextContent("nothing dropped");
  expect(unchanged).toHaveTextContent("This description is cut to 61 characters.");
  expect(leaves).toHaveTextContent("This skill will be left out of the catalogue");
  expect(drops).toHaveTextContent("This description will be dropped; only the name is told.");
  expect(drops).toHaveTextContent("1 other description stays cut or left out.");
});

it("says when nobody has the skill yet", () => {
  show({});
  expect(screen.getByText("No agent has this skill: nobody gets the new version yet.")).toBeInTheDocument();
});

it("says what a rule makes of it: found by one, kept out by another for what the draft needs", () => {
  const out = { in: false, why: "needs the capability web, which this agent does not have" };
  show({
    agents: [
      { ...moving, assigned: false, versionBefore: null },
      {
        ...moving,
        agent: { slug: "desk", name: "Desk" },
        versionAfter: null,
        choice: { ...moving.choice, after: out },
      },
    ],
  });
  const [found, kept] = screen.getAllByRole("listitem");
  expect(found).toHaveTextContent("gets v7");
  expect(found).toHaveTextContent("Found by its rule: follows latest.");
  expect(kept).toHaveTextContent("v6 to nothing");
  expect(kept).toHaveTextContent(
    "Kept out by its rule: it needs the capability web, which this agent does not have.",
  );
});
