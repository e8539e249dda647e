import { render, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Assignment } from "@/lib/agents/schema";
import { usualInvocation } from "@/lib/skills/invocation";
import { AgentBudget } from "./agent-budget";
import { DescriptionCollisions } from "./description-collisions";

const assignment = (skill: string, priority: number, change: Partial<Assignment> = {}): Assignment => ({
  skillId: `id-${skill}`,
  skill,
  description: `About ${skill}. ${"d".repeat(960)}`,
  enabled: true,
  priority,
  follows: "latest",
  label: null,
  version: null,
  resolved: {
    kind: "version",
    versionId: "v",
    number: 3,
    digest: "d",
    description: "",
    metadataTokens: 0,
    instructionTokens: 0,
    resourceTokens: 0,
    ...usualInvocation,
  },
  archived: false,
  choices: { latest: 3, versions: [3], labels: [], draftRevision: 1 },
  ...change,
});
const show = (assignments: Assignment[], description: string) =>
  render(
    <AgentBudget
      workspace="meridian"
      agent={{ slug: "desk", name: "Desk", dialect: "standard", assignments }}
      skill={{ skillId: "id-triage", name: "triage", description }}
      windowTokens={200_000}
    />,
  );
const lineOf = (host: string) => {
  const line = screen.getAllByRole("listitem").find((item) => within(item).queryByText(host));
  if (!line) throw new Error(`no line for ${host}`);
  return line;
};
const eight = Array.from({ length: 8 }, (_, index) => assignment(`other-${index}`, index + 1));

describe("a description's budget in each host", () => {
  it("says that this one is dropped where the window is small, and fits elsewhere", () => {
    show([...eight, assignment("triage", 9)], "d".repeat(900));
    expect(lineOf("Claude Code").textContent).toContain("This description is dropped; its name stays.");
    expect(lineOf("Standard").textContent).toContain("All fit");
    expect(lineOf("Orion").textContent).toContain("no description is cut");
    expect(screen.getByText(/follows the latest version/)).toBeDefined();
  });

  it("goes by the text as it is typed, and names the others that pay for it", () => {
    show(
      [assignment("triage", 1), ...eight.map((each) => ({ ...each, priority: each.priority + 1 }))],
      "Short.",
    );
    const line = lineOf("Claude Code").textContent ?? "";
    expect(line).not.toContain("This description");
    expect(line).not.toContain("All fit");
    expect(line).toContain("Name only: other-1, other-2");
  });

  it("counts no skill that is off, archived or unpublished", () => {
    const absent = eight.map((each) => ({ ...each, enabled: false }));
    show([...absent, assignment("triage", 9, { follows: "version", version: 2 })], "Short.");
    expect(screen.queryByText(/cut$/)).toBeNull();
    expect(screen.getByText(/stays with v2/)).toBeDefined();
  });

  it("comes last in an agent that has not got it", () => {
    show(eight, "d".repeat(900));
    expect(screen.getByText(/shown as if it came last/)).toBeDefined();
    expect(lineOf("Claude Code").textContent).toContain("This description is dropped");
  });
});

describe("the warning of a collision", () => {
  const skill = { skillId: "a", name: "a", description: "Reviews SQL migrations for locks." };

  it("names the sibling and the words both have", () => {
    render(
      <DescriptionCollisions
        skill={skill}
        siblings={[
          { skillId: "b", name: "migration-review", description: "Reviews SQL migrations before they run." },
        ]}
      />,
    );
    expect(screen.getByText("migration-review")).toBeDefined();
    expect(screen.getByText(/Both say: .*sql.*migrations/)).toBeDefined();
  });

  it("is absent when no sibling claims the same work", () => {
    const { container } = render(
      <DescriptionCollisions
        skill={skill}
        siblings={[{ skillId: "b", name: "refunds", description: "Decides about refunds." }]}
      />,
    );
    expect(container.textContent).toBe("");
  });
});
