import { describe, expect, it } from "vitest";
import { sha256 } from "@/lib/platform/crypto";
import type { SeenPart } from "./see-requests";
import { type ShapeContext, shapeOf } from "./shape";

const context: ShapeContext = {
  names: ["release-notes"],
  asked: ["for 1.2"],
  skillTextPieces: [
    "folder",
    "No such file or directory",
    "Write short sentences.",
    "Do it for",
    "please.",
    "A sentence of the skill that is longer than any chance.",
  ],
  places: [["{skills}", "/home/tomas/skills"]],
  sha256,
};

const linesOf = (text: string, kind: SeenPart["kind"] = "result") =>
  shapeOf({ told: [], tools: [], answers: [[{ kind, isError: false, text }]] }, context, new Set())
    .answers[0]?.[0]?.lines;

describe("a line of an answer", () => {
  it.each([
    ["as it is written", "Write short sentences."],
    ["with a number before it", "12\tWrite short sentences."],
    ["with an argument put in", "Do it for 1.2 please."],
    [
      "a long sentence in a longer line",
      `{"a":"${"x ".repeat(90)}A sentence of the skill that is longer than any chance."}`,
    ],
  ])("is the skill's and kept as its length and digest: %s", (_what, line) => {
    expect(linesOf(line)).toEqual([`=${line.length}:${sha256(line).slice(0, 12)}`]);
  });

  it.each([
    ["cat: /home/tomas/skills/writes-notes/references/b.md: No such file or directory", "…{skills}…"],
    ["That is no file in any folder that this host may look into.", "…"],
    ["Nothing of it is a skill's: release-notes for 1.2", "…release-notes…for 1.2"],
  ])("is the host's although a skill says such words too: %s", (line, shape) => {
    expect(linesOf(line)).toEqual([shape]);
  });

  it("has every occurrence of a piece counted, once", () => {
    const twice = "folder folder folder and what else";
    expect(linesOf(twice)?.[0]).toMatch(/^=/);
    expect(linesOf("folder and what else there is in it")).toEqual(["…"]);
  });
});
