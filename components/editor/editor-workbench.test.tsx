import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { Draft } from "@/lib/library/drafts/draft-schema";
import { refusal } from "@/lib/testing/browser/answer-server";
import { aDraft, aSkillDetail } from "@/lib/testing/browser/skill-shapes";
import { useEditor } from "./editor-context";
import { EditorWorkbench } from "./editor-workbench";

// Monaco measures text, which jsdom cannot: a plain field on the same session stands for it.
vi.mock("./monaco/text-pane", async () => {
  const { useEditorState } = await import("./editor-context");
  const { activeFile } = await import("./saving/draft-session");
  return {
    TextPane() {
      const { session } = useEditor();
      const file = useEditorState(activeFile);
      return (
        <textarea
          aria-label="Text"
          value={file?.text ?? ""}
          onChange={({ target }) => file && session.type(file.id, target.value)}
        />
      );
    },
  };
});

const text = "---\nname: incident-triage\ndescription: When something is down.\n---\n\nState the symptom.\n";
const file = {
  path: "SKILL.md",
  size: text.length,
  sha256: "a".repeat(64),
  executable: false,
  kind: "text" as const,
};
const notes = { path: "notes.md", size: 5, sha256: "b".repeat(64), executable: false, kind: "text" as const };
const issue = {
  rule: "file-unmentioned" as const,
  severity: "warning" as const,
  path: "notes.md",
  message: "Nothing leads here.",
  range: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
};
const draft: Draft = aDraft({ files: [notes, file], issues: [issue] });
const tomas = { id: "0190a000-0000-7000-8000-000000000002", name: "Tomás Rey" };

function open(standing: Partial<Draft> = {}) {
  const one = "/skills/incident-triage";
  return openPage(
    <EditorWorkbench
      workspace="meridian"
      skill="incident-triage"
      draft={{ ...draft, ...standing }}
      initialPath={null}
      opening={{ ...file, text }}
    />,
    {
      address: "/w/meridian/skills/incident-triage/edit",
      answers: {
        [`GET ${one}`]: aSkillDetail({ state: "draft" }),
        [`GET ${one}/draft`]: { ...draft, ...standing },
        [`GET ${one}/draft/file`]: ({ query }: { query: { path?: string } }) =>
          query.path === "notes.md" ? { ...notes, text: "Notes" } : { ...file, text },
        [`POST ${one}/draft/changes`]: { ...draft, revision: 2, issues: [], rebased: false },
        "GET /reviews": { items: [] },
      },
    },
  );
}

const field = () => screen.findByRole("textbox", { name: "Text" });
/** By focus, not by a press: without a layout the panes take every press for one on their handle. */
async function write(user: { keyboard: (keys: string) => Promise<void> }, keys: string) {
  const box = await field();
  act(() => box.focus());
  await user.keyboard(keys);
}
const save = () => screen.getByRole("button", { name: "Save" });

class NoWorker {
  addEventListener() {}
  postMessage() {}
  terminate() {}
}
beforeEach(() => vi.stubGlobal("Worker", NoWorker));
afterEach(() => vi.unstubAllGlobals());

describe("the editor", () => {
  it("opens SKILL.md with its text, beside all the files, with nothing to save", async () => {
    open();
    expect(await field()).toHaveValue(text);
    expect(screen.getByRole("region", { name: "Editor: SKILL.md" })).toBeVisible();
    const tree = within(screen.getByRole("tree", { name: "Files of the package" }));
    expect(tree.getByRole("treeitem", { selected: true })).toHaveTextContent("SKILL.md");
    expect(tree.getAllByRole("treeitem")).toHaveLength(2);
    expect(save()).toHaveAttribute("aria-disabled", "true");
    expect(save()).toHaveAccessibleDescription("Everything is saved.");
  });

  it("marks what is not saved, and saves it as one change of what was looked at", async () => {
    const { user, sent } = open();
    await write(user, "!");
    expect(screen.getByText("Unsaved changes")).toBeVisible();
    expect(screen.getByRole("treeitem", { selected: true })).toHaveTextContent("changed, not saved");
    expect(save()).not.toHaveAttribute("aria-disabled", "true");
    save().click();
    expect(await screen.findByText("Revision 2")).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([
      { baseRevision: 1, changes: [{ op: "write", path: "SKILL.md", text: `!${text}` }] },
    ]);
    await waitFor(() => expect(save()).toHaveAttribute("aria-disabled", "true"));
    expect(screen.queryByText("Unsaved changes")).toBeNull();
  });

  it("publishes nothing that is the newest version already, until it is saved otherwise", async () => {
    const { user } = open({ unchangedSince: 3 });
    await field();
    const publish = () => screen.getByRole("button", { name: "Publish" });
    expect(publish()).toHaveAttribute("aria-disabled", "true");
    expect(publish()).toHaveAccessibleDescription(/Nothing has changed since v3/);
    await write(user, "!");
    await waitFor(() => expect(publish()).not.toHaveAttribute("aria-disabled", "true"));
    save().click();
    expect(await screen.findByText("Revision 2")).toBeVisible();
    await waitFor(() => expect(save()).toHaveAttribute("aria-disabled", "true"));
    expect(publish()).not.toHaveAttribute("aria-disabled", "true");
  });

  it("shows both texts when somebody saved the same file first, and loses neither", async () => {
    const { user, serve } = open();
    await write(user, "!");
    const theirs = { ...file, sha256: "c".repeat(64) };
    const newer = { ...draft, revision: 2, updatedBy: tomas, files: [notes, theirs] };
    serve({
      "POST /skills/incident-triage/draft/changes": () => refusal(409, "CONFLICT", "Somebody was first."),
      "GET /skills/incident-triage/draft": newer,
      "GET /skills/incident-triage/draft/file": { ...theirs, text: text.replace("symptom", "severity") },
    });
    save().click();
    expect(
      await screen.findByRole("dialog", { name: "Tomás Rey saved while you were editing" }),
    ).toBeVisible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(await field()).toHaveValue(`!${text}`);
    expect(screen.getByText("Tomás Rey saved revision 2 while you were editing")).toBeVisible();
  });

  it("counts the problems of the draft, and leads to them", async () => {
    const { user } = open();
    const count = await screen.findByRole("button", { name: "1 warning" });
    expect(screen.getByRole("tab", { name: /^Problems\s*1$/, selected: false })).toBeVisible();
    act(() => count.focus());
    await user.keyboard("{Enter}");
    expect(screen.getByRole("tab", { name: /^Problems/, selected: true })).toBeVisible();
    expect(screen.getByRole("tabpanel")).toHaveTextContent("Nothing leads here.");
  });
});
