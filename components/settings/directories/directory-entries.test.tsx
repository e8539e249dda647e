import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { DirectoryEntry } from "@/lib/imports/directory-schema";
import { DirectoryEntries } from "./directory-entries";

const notes = ["Codex does not load it.", "SISU does not load it."];
const entry: DirectoryEntry = {
  outcome: "unchanged",
  skill: "broken",
  path: "broken",
  message: "",
  notes,
  files: [],
};
const open = (entries: DirectoryEntry[]) =>
  render(<DirectoryEntries caption="What was found" entries={entries} when="after" />);

it("folds what is to say of a skill that stays as it was", async () => {
  open([entry]);
  expect(screen.getByText("Codex does not load it.")).not.toBeVisible();
  await userEvent.click(screen.getByText("2 notes"));
  for (const note of notes) expect(screen.getByText(note)).toBeVisible();
});

it("says of one that was changed everything at once, and a single note of any", () => {
  open([
    { ...entry, outcome: "changed" },
    { ...entry, skill: "other", path: "other", notes: ["No description."] },
  ]);
  for (const note of [...notes, "No description."]) expect(screen.getByText(note)).toBeVisible();
});
