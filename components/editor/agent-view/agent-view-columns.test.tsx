import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import type { DialectId } from "@/lib/dialects/dialect-heads";
import { type AgentView, renderAgentView } from "./agent-view";
import { AgentViewColumns, firstCompared } from "./agent-view-columns";

const document = "---\nname: triage\ndescription: Decides.\n---\n# Triage\n\nDo it.\n";
const viewOf = (id: DialectId) =>
  renderAgentView(
    {
      name: "triage",
      description: "Decides.",
      files: [{ path: "SKILL.md", size: document.length, text: document }],
    },
    id,
  );

function Chooser({ views }: { views: readonly AgentView[] }) {
  const [chosen, setChosen] = useState<readonly DialectId[]>(firstCompared);
  return <AgentViewColumns chosen={chosen} onChoose={setChosen} views={views} />;
}

describe("hosts side by side", () => {
  it("shows a column for each host chosen, and never none", async () => {
    const views = await Promise.all((["standard", "claude-code", "adk-2", "orion"] as const).map(viewOf));
    render(<Chooser views={views} />);
    const columns = () => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
    expect(columns()).toEqual(expect.arrayContaining(["Standard", "Claude Code", "ADK 2 (adk-python)"]));
    const user = userEvent.setup();
    await user.click(screen.getByRole("checkbox", { name: "Orion" }));
    const orion = screen.getByRole("region", { name: "Orion" });
    expect(within(orion).getByText("Always in context, whole")).toBeDefined();
    expect(within(orion).getByText("This host offers no tools for skills.")).toBeDefined();
    for (const name of ["Orion", "Standard", "Claude Code", "ADK 2 (adk-python)"])
      await user.click(screen.getByRole("checkbox", { name }));
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "ADK 2 (adk-python)" }).checked).toBe(true);
    await user.click(screen.getByRole("checkbox", { name: "SISU" }));
    expect(screen.getByRole("region", { name: "SISU" }).querySelector("[aria-busy]")).not.toBeNull();
  });
});
