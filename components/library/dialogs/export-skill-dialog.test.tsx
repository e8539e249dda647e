import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { PortableReport } from "@/lib/library/exports/export-schema";
import type { SkillSummary } from "@/lib/library/skill-schema";
import { ExportSkillDialog } from "./export-skill-dialog";

const skill: Pick<SkillSummary, "name" | "latestVersion" | "draftRevision"> = {
  name: "pdf-tools",
  latestVersion: 3,
  draftRevision: 4,
};

function open(report: PortableReport) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    return Response.json(report);
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ExportSkillDialog workspace="meridian" skill={skill} close={() => undefined} />
    </QueryClientProvider>,
  );
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

describe("ExportSkillDialog", () => {
  it("asks for the portable report only when that form is chosen, and lists what moves", async () => {
    const asked = open({
      moved: [
        { field: "model", to: "metadata.model" },
        { field: "tags", to: null },
      ],
      problems: [],
    });
    expect(asked).toEqual([]);
    await userEvent.click(await screen.findByRole("radio", { name: /^Portable/ }));
    const changes = await screen.findByRole("list", { name: "What changes" });
    expect(changes.textContent).toBe("model moves to metadata.modeltags is empty and left out");
    expect(asked).toEqual(["/api/v1/workspaces/meridian/skills/pdf-tools/export/portable?version=latest"]);
    expect(screen.getByRole("button", { name: "Download" })).not.toHaveAttribute("aria-disabled", "true");
  });

  it("names the rules that stand in the way, and blocks the download", async () => {
    open({ moved: [], problems: [{ rule: "name-reserved", message: "Some hosts refuse it." }] });
    await userEvent.click(await screen.findByRole("radio", { name: /^Portable/ }));
    const problems = await screen.findByRole("list", { name: "Blocks the export" });
    expect(problems.textContent).toBe("Some hosts refuse it. name-reserved");
    expect(screen.getByRole("button", { name: "Download" })).toHaveAttribute("aria-disabled", "true");
  });

  it("says when there is nothing to change", async () => {
    open({ moved: [], problems: [] });
    await userEvent.click(await screen.findByRole("radio", { name: /^Portable/ }));
    expect(await screen.findByText("It has only fields that every host knows.")).toBeInTheDocument();
  });
});
