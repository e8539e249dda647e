import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { Toaster } from "@/components/ui/toaster";
import type { Draft } from "@/lib/library/drafts/draft-schema";
import { DraftSession } from "../saving/draft-session";
import { findFile, putFile } from "../saving/draft-state";
import { fileActions } from "./file-actions";

const refuse = () => Promise.reject(new Error("Nothing is asked of the server here."));
const someone = { id: "0190a000-0000-7000-8000-000000000001", name: "Ines" };
const empty: Draft = {
  revision: 1,
  digest: "d",
  skillId: someone.id,
  name: "pdf-tools",
  baseVersion: null,
  unchangedSince: null,
  updatedAt: "2026-11-21T10:00:00.000Z",
  updatedBy: someone,
  files: [],
  issues: [],
  findings: [],
  tokens: { metadata: 0, instructions: 0, resources: 0 },
};

function openSession(files: Readonly<Record<string, string>>): DraftSession {
  const session = new DraftSession(empty, { draft: refuse, file: refuse, bytes: refuse, save: refuse });
  for (const [path, text] of Object.entries(files))
    session.change(putFile(session.draft, path, { kind: "text", text }));
  return session;
}

const skillText = (session: DraftSession) => findFile(session.draft, "SKILL.md")?.text;

describe("moving a file that is linked to", () => {
  it("changes no text by itself, and mends the links when that is chosen", async () => {
    const session = openSession({ "SKILL.md": "[a](references/a.md)", "references/a.md": "A" });
    render(<Toaster />);
    expect(fileActions(session).move("references/a.md", "docs/a.md")).toBeNull();
    expect(skillText(session)).toBe("[a](references/a.md)");
    expect(await screen.findByText("1 link in 1 file still leads to the old place.")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Update links" }));
    await waitFor(() => expect(skillText(session)).toBe("[a](docs/a.md)"));
  });

  it("offers nothing where no link led", () => {
    const session = openSession({ "SKILL.md": "no links", "references/a.md": "A" });
    expect(fileActions(session).move("references/a.md", "a.md")).toBeNull();
    expect(findFile(session.draft, "a.md")?.text).toBe("A");
    expect(screen.queryByRole("button", { name: "Update links" })).not.toBeInTheDocument();
  });
});
