import { render, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Assignment } from "@/lib/agents/schema";
import { dialectHeads } from "@/lib/dialects/dialect-heads";
import { usualInvocation } from "@/lib/skills/invocation";
import { HostBudgets } from "./host-budgets";

const assignment = (position: number, changes: Partial<Assignment> = {}): Assignment => ({
  skillId: `0190a000-0000-7000-8000-${String(position).padStart(12, "0")}`,
  skill: `skill-${position}`,
  description: "d".repeat(1_000),
  enabled: true,
  priority: position,
  follows: "latest",
  label: null,
  version: null,
  archived: false,
  resolved: {
    kind: "version",
    versionId: "0190a000-0000-7000-8000-0000000000ff",
    number: 1,
    digest: "d",
    description: "",
    metadataTokens: 1,
    instructionTokens: 1,
    resourceTokens: 0,
    ...usualInvocation,
  },
  choices: { latest: 1, versions: [1], labels: [], draftRevision: 1 },
  ...changes,
});
const show = (assignments: Assignment[]) =>
  render(<HostBudgets agent={{ dialect: "standard", assignments }} />);
const hostOf = (title: string) => {
  const found = within(screen.getByRole("list", { name: "Budgets of hosts" }))
    .getAllByRole("listitem")
    .find((item) => item.textContent?.startsWith(title));
  if (!found) throw new Error(`No host ${title}.`);
  return found;
};

it("shows every host with its bar, and which of them would cut what", () => {
  show(Array.from({ length: 12 }, (_, at) => assignment(at + 1)));
  const hosts = within(screen.getByRole("list", { name: "Budgets of hosts" })).getAllByRole("listitem");
  expect(hosts).toHaveLength(Object.keys(dialectHeads).length);
  expect(screen.getByText(`cut by 1 of ${hosts.length} hosts`)).toBeVisible();
  expect(hostOf("Claude Code")).toHaveTextContent("11 descriptions dropped");
  expect(hostOf("Standard")).toHaveTextContent("this agent's");
  expect(hostOf("Standard")).toHaveTextContent(/All fit.*of 16,000 characters/);
  expect(hostOf("Orion")).toHaveTextContent("All instructions told");
  expect(screen.getByRole("meter", { name: "Budget of Claude Code" })).toBeInTheDocument();
});

it("counts only what models are told of, and is not there without any", () => {
  show([
    assignment(1, { enabled: false }),
    assignment(2, { archived: true }),
    assignment(3, { resolved: { kind: "none", reason: "Not published yet." } }),
  ]);
  expect(screen.queryByRole("list")).toBeNull();
});
