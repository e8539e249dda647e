import { screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { AgentScriptFacts } from "@/lib/agents/script-schema";
import { AgentScripts } from "./agent-scripts";
import { bareAgent, id } from "./fixtures/bare-agent";

afterEach(() => vi.unstubAllGlobals());

const listed = { skill: "notes", version: 3, scripts: ["*"], commands: ["jq"], hosts: [] };
const facts: AgentScriptFacts = {
  inForce: "list",
  agent: { mode: "workspace", allow: [] },
  withoutSkills: { decision: "ask", reason: "no-skill", message: "It finds no skill’s files." },
  items: [
    {
      skillId: id,
      skill: "notes",
      version: 3,
      draftRevision: null,
      decision: "run",
      reason: "listed",
      message: "notes v3 is on the list.",
      listed,
    },
    {
      skillId: id.replace(/1$/, "2"),
      skill: "memo",
      version: null,
      draftRevision: 2,
      decision: "ask",
      reason: "draft",
      message: "memo is a draft here, and a draft always asks.",
      listed: null,
    },
  ],
};

const open = (told: AgentScriptFacts) =>
  openPage(<AgentScripts workspace="meridian" agent={bareAgent} />, {
    role: "admin",
    answers: { "GET /agents/desk/scripts": told, "PATCH /agents/desk": bareAgent },
  });

describe("an agent's scripts", () => {
  it("says of each skill whether they run, and why", async () => {
    open(facts);
    const rows = await screen.findAllByRole("listitem");
    expect(rows[0]).toHaveTextContent("RunsnotesWithout asking: notes v3: all its scripts, jq");
    expect(rows[1]).toHaveTextContent("Asksmemomemo is a draft here, and a draft always asks.");
    const { violations } = await axe.run(document.body, { rules: { "color-contrast": { enabled: false } } });
    expect(violations).toEqual([]);
  });

  it("says what holds where nothing runs", async () => {
    const message = "Scripts are off in this workspace.";
    open({
      ...facts,
      inForce: "off",
      withoutSkills: { decision: "never", reason: "workspace-off", message },
    });
    expect(await screen.findByText(message)).toBeVisible();
  });

  it("is made stricter by hand, with a list that is read before it is sent", async () => {
    const { user, sent } = open(facts);
    await user.click(await screen.findByRole("button", { name: "Edit the rule for scripts" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.selectOptions(dialog.getByRole("combobox", { name: "Scripts and commands" }), "list");
    const text = dialog.getByRole("textbox", { name: "Runs without asking" });
    await user.type(text, "notes");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    expect(text).toHaveAccessibleDescription(/Line 1: write a skill at a version/);
    await user.clear(text);
    await user.type(text, "notes@3: *, jq");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(sent.at(-1)).toMatchObject({
        call: "PATCH /agents/desk",
        body: { scripts: { mode: "list", allow: [listed] }, baseRevision: 4 },
      }),
    );
  });
});
