import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { SetTarget } from "@/lib/library/exports/target-schema";
import { ExportAgentDialog } from "./export-agent-dialog";

const plain = { folder: "notes", changes: [], warnings: [], refusals: [] };
const refusal = { rule: "flag-lost", file: "SKILL.md", line: 4, message: "A model would run it." };

async function open(report: Partial<SetTarget>) {
  const answer = { target: "folder", title: "Folder", skills: [], leftOut: [], ...report };
  const onDownload = vi.fn();
  const page = openPage(
    <ExportAgentDialog
      workspace="meridian"
      agent={{ slug: "desk", name: "Desk" }}
      isPending={false}
      onDownload={onDownload}
      close={() => undefined}
    />,
    { answers: { "GET /agents/desk/export/targets": answer } },
  );
  await page.user.click(await screen.findByRole("radio", { name: /^For one host/ }));
  return { ...page, onDownload };
}

afterEach(() => vi.unstubAllGlobals());

describe("exporting an agent's set for one host", () => {
  it("names what stays here first, and downloads the others all the same", async () => {
    const { user, onDownload } = await open({
      skills: [
        { skill: "notes", ...plain },
        { skill: "kept", ...plain, refusals: [refusal] },
      ],
      leftOut: [{ skill: "unready", why: "unready follows its draft, which is never delivered" }],
    });
    const left = await screen.findByRole("region", { name: "Left out" });
    expect(within(left).getByRole("listitem").textContent).toContain("unready follows its draft");
    const kept = screen.getByRole("region", { name: "kept" });
    expect(kept.textContent).toContain("SKILL.md:4 flag-lost");
    expect(screen.getByText("One skill goes as it is.")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Download" }));
    expect(onDownload).toHaveBeenCalledWith({ kind: "host", target: "folder" });
  });

  it("asks anew for another host, and has nothing to download where none goes", async () => {
    const { user, read } = await open({ skills: [{ skill: "kept", ...plain, refusals: [refusal] }] });
    await screen.findByRole("region", { name: "kept" });
    expect(screen.getByRole("button", { name: "Download" })).toHaveAttribute("aria-disabled", "true");
    await user.selectOptions(screen.getByLabelText("Host"), "Orion");
    await screen.findByRole("region", { name: "kept" });
    const asked = read.filter(({ call }) => call.endsWith("/export/targets"));
    expect(asked.map(({ query }) => query.target)).toEqual(["folder", "orion"]);
  });
});
