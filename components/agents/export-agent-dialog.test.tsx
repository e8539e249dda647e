import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { AgentPortableReport } from "@/lib/agents/export-schema";
import { ExportAgentDialog } from "./export-agent-dialog";

type LeftOut = { skill: string; reason: string | null };

function open(answer: AgentPortableReport | Response, leftOut: LeftOut[] = []) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    return answer instanceof Response ? answer : Response.json(answer);
  });
  const onDownload = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ExportAgentDialog
        workspace="meridian"
        agent={{ slug: "desk", name: "Desk" }}
        isPending={false}
        leftOut={leftOut}
        onDownload={onDownload}
        close={() => undefined}
      />
    </QueryClientProvider>,
  );
  return { asked, onDownload };
}
const choosePortable = async () => userEvent.click(await screen.findByRole("radio", { name: /^Portable/ }));
const download = () => screen.getByRole("button", { name: "Download" });

afterEach(() => vi.unstubAllGlobals());

describe("ExportAgentDialog", () => {
  it("downloads as stored unless asked otherwise, and looks at nothing for it", async () => {
    const { asked, onDownload } = open({ skills: [] });
    await userEvent.click(await screen.findByRole("button", { name: "Download" }));
    expect(onDownload).toHaveBeenCalledWith({ kind: "stored" });
    expect(asked).toEqual([]);
  });

  it("names what the agent's host does not load, and not where each gets the form of all hosts", async () => {
    open({ skills: [] }, [{ skill: "helper", reason: "Orion does not load it (SKILL.md, line 5)." }]);
    const section = await screen.findByRole("region", { name: "Left out" });
    expect(within(section).getByRole("listitem").textContent).toBe(
      "helper Orion does not load it (SKILL.md, line 5).",
    );
    await choosePortable();
    expect(screen.queryByRole("region", { name: "Left out" })).toBeNull();
  });

  it("says skill by skill what the portable form changes, then downloads it", async () => {
    const { asked, onDownload } = open({
      skills: [
        { skill: "notes", moved: [{ field: "model", to: "metadata.model" }], problems: [] },
        { skill: "plain", moved: [], problems: [] },
      ],
    });
    await choosePortable();
    const notes = await screen.findByRole("region", { name: "notes" });
    expect(within(notes).getByRole("listitem").textContent).toBe("model moves to metadata.model");
    expect(screen.getByText("One skill has only fields that every host knows.")).toBeInTheDocument();
    expect(asked).toEqual(["/api/v1/workspaces/meridian/agents/desk/export/portable"]);
    await userEvent.click(download());
    expect(onDownload).toHaveBeenCalledWith({ kind: "portable" });
  });

  it("names the skill and the rule that stand in the way, and blocks the download", async () => {
    open({
      skills: [{ skill: "claude-x", moved: [], problems: [{ rule: "name-reserved", message: "Refused." }] }],
    });
    await choosePortable();
    const refused = await screen.findByRole("region", { name: "claude-x" });
    expect(refused.textContent).toContain("Refused. name-reserved");
    expect(download()).toHaveAttribute("aria-disabled", "true");
  });

  it("says why there is no report", async () => {
    const detail = "Desk cannot be exported: notes follows its draft, which is never delivered.";
    open(Response.json({ title: "No", status: 422, code: "UNPROCESSABLE", detail }, { status: 422 }));
    await choosePortable();
    expect(await screen.findByRole("alert")).toBeInTheDocument();
    expect(download()).toHaveAttribute("aria-disabled", "true");
  });
});
