import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { SkillTargets } from "@/lib/library/exports/target-schema";
import { targetHeads, targetIds } from "@/lib/targets/target-options";
import { ExportSkillDialog } from "./export-skill-dialog";

type Target = SkillTargets["targets"][number];
const plain = { folder: "notes", changes: [], warnings: [], refusals: [], fit: [], texts: [] };
const remark = (rule: string, message: string, line: number | null = 4) => ({
  rule,
  message,
  line,
  file: "SKILL.md",
});
const adk: Partial<Target> = {
  changes: [remark("allowed-tools-type", "`allowed-tools` is one text.")],
  warnings: [remark("other-folder", "notes/a.md: The host looks in other folders only.", null)],
  fit: [{ op: "write", path: "SKILL.md", text: "new" }],
  texts: [
    {
      path: "SKILL.md",
      lines: [
        { kind: "removed", text: "allowed-tools: [Read]" },
        { kind: "added", text: "allowed-tools: Read" },
      ],
    },
  ],
};
const orion: Partial<Target> = { refusals: [remark("flag-lost", "A model would run it.")] };

async function open(answers: Record<string, unknown> = {}, mayEdit = true) {
  const over: Partial<Record<string, Partial<Target>>> = { adk, orion };
  const targets = targetIds.map((target): Target => {
    return { target, title: targetHeads[target].title, ...plain, ...over[target] };
  });
  const skill = { name: "notes", latestVersion: null, draftRevision: 4, mayEdit };
  const page = openPage(<ExportSkillDialog workspace="meridian" skill={skill} close={() => undefined} />, {
    answers: { "GET /skills/notes/export/targets": { revision: 4, targets }, ...answers },
  });
  await page.user.click(await screen.findByRole("radio", { name: /^For one host/ }));
  await screen.findByText("Every byte goes as it is.");
  return { ...page, choose: (name: string) => page.user.selectOptions(screen.getByLabelText("Host"), name) };
}
const download = () => screen.getByRole("button", { name: "Download" });

afterEach(() => vi.unstubAllGlobals());

describe("exporting for one host", () => {
  it("offers every host with what each would change before anything is downloaded", async () => {
    await open();
    const options = within(screen.getByLabelText("Host")).getAllByRole("option");
    expect(options).toHaveLength(targetIds.length);
    const words = options.map(({ textContent }) => textContent);
    expect(words).toContain("Folder: as it is");
    expect(words).toContain("ADK: 1 change, 1 warning");
    expect(words).toContain("Orion: refused");
    expect(download()).not.toHaveAttribute("aria-disabled", "true");
  });

  it("names rule, file and line of each change, and what the host does not have", async () => {
    const { choose } = await open();
    await choose("ADK: 1 change, 1 warning");
    const changes = screen.getByRole("list", { name: "What changes" });
    expect(changes.textContent).toBe("allowed-tools is one text. SKILL.md:4 allowed-tools-type");
    expect(within(changes).getByText("allowed-tools", { selector: "code" })).toBeVisible();
    expect(screen.getByRole("list", { name: "Warnings" }).textContent).toMatch(/SKILL\.md other-folder$/);
    const lines = within(screen.getByRole("list", { name: "Changed lines of SKILL.md" })).getAllByRole(
      "listitem",
    );
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      "− removed: allowed-tools: [Read]",
      "+ added: allowed-tools: Read",
    ]);
  });

  it("says why a host does not get it, and blocks the download", async () => {
    const { choose } = await open();
    await choose("Orion: refused");
    expect(screen.getByText("It does not go to Orion")).toBeInTheDocument();
    expect(screen.getByRole("list", { name: "Blocks the export" }).textContent).toContain("flag-lost");
    expect(download()).toHaveAttribute("aria-disabled", "true");
  });

  it("makes the draft fit as an ordinary save on the revision that was looked at", async () => {
    const { choose, user, sent } = await open({
      "POST /skills/notes/draft/changes": { revision: 5 },
    });
    await choose("ADK: 1 change, 1 warning");
    await user.click(screen.getByRole("button", { name: "Make the draft fit" }));
    expect(sent[0]?.body).toEqual({ baseRevision: 4, changes: adk.fit });
  });

  it("does not let somebody change a draft that is not theirs to change", async () => {
    const { choose } = await open({}, false);
    await choose("ADK: 1 change, 1 warning");
    expect(screen.getByRole("button", { name: "Make the draft fit" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
  });
});
