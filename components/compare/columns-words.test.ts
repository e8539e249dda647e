import { expect, it } from "vitest";
import type { OverlayEntry } from "@/lib/runtime/events";
import { columnsWords, sayAnswers } from "./columns-words";

const id = "0190a000-0000-7000-8000-000000000001";
const desk = { id, slug: "desk", name: "Desk" };
const hall = { id, slug: "hall", name: "Hall" };
const notes = (follows: OverlayEntry["follows"], version: number | null = null): OverlayEntry => ({
  skillId: id,
  name: "notes",
  follows,
  label: null,
  version,
});

it.each([
  [{ agent: desk, overlay: [notes("none")] }, "Desk: as assigned, and notes left out"],
  [{ agent: desk, overlay: [notes("draft")] }, "Desk: as assigned, and notes draft"],
  [{ agent: hall, overlay: [notes("version", 3)] }, "Desk as assigned, and Hall notes v3"],
  [{ agent: hall, overlay: [] }, "Desk and Hall"],
  [{ agent: null, overlay: [] }, "Desk and a deleted agent"],
])("says in what two columns differ: %#", (right, words) => {
  expect(columnsWords([{ agent: desk, overlay: [] }, right])).toBe(words);
});

it.each<[boolean, [string | null, string | null], string]>([
  [true, [null, null], "the same answer"],
  [false, [null, null], "the answers differ"],
  [true, ["Empty.", "Empty."], "neither side has a whole answer"],
  [false, ["Refused.", null], "the left side has no whole answer"],
  [true, [null, "Cut off."], "the right side has no whole answer"],
])("does not call two sides alike that say nothing: %#", (same, lacks, words) => {
  expect(sayAnswers(same, lacks)).toBe(words);
});
