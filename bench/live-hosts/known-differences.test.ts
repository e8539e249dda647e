import { describe, expect, it } from "vitest";
import type { DialectId } from "@/lib/dialects/dialect-heads";
import { reasonOf } from "./known-differences";

const logo = "read assets/logo.png of notes v1";
/** Behind one event that both sides have. */
const reason = (host: DialectId, theirs: string, ours: string) =>
  reasonOf(host, { host: ["activated notes v1", theirs], dialect: ["activated notes v1", ours] }, 1);

describe("a difference", () => {
  it.each([
    ["codex", "called exec_command", logo],
    ["claude-code", "called Read", logo],
    ["claude-code", "refused notes, assets/logo.png", logo],
    ["gemini-cli", "refused notes, a.pdf", "read a.pdf of notes r3"],
  ] as const)("of %s is explained where %s stands for %s", (host, theirs, ours) => {
    expect(reason(host, theirs, ours)).toMatch(/no text/);
  });

  it.each([
    ["another file is refused", "refused notes, a.md", logo],
    ["another file of the same kind is refused", "refused notes, assets/other.png", logo],
    ["the file of another skill is refused", "refused other, assets/logo.png", logo],
    ["the host has no such file", "refused notes, assets/logo.png: there is none", logo],
    ["a whole skill is refused", "refused notes", logo],
    ["a text is refused", "refused notes, a.md", "read a.md of notes v1"],
    ["a text is read by a call", "called Read", "read a.md of notes v1"],
    ["the call is of a tool that reads nothing", "called WebSearch", logo],
    ["the host activated", "activated notes v1", logo],
    ["the dialect refuses what the host reads", logo, "refused notes, assets/logo.png"],
    ["the host did nothing", "", logo],
  ])("is not explained where %s", (_, theirs, ours) => {
    expect(reason("claude-code", theirs, ours)).toBeNull();
  });

  it("is not explained in another host", () => {
    expect(reason("sisu", "called read_file", logo)).toBeNull();
  });

  it("is not explained by a call in another place: the sides no longer tell of the same one", () => {
    const shifted = { host: ["told of notes", "called Read"], dialect: ["activated notes v1", logo] };
    expect(reasonOf("claude-code", shifted, 1)).toBeNull();
    expect(reasonOf("claude-code", { host: [], dialect: [logo] }, 0)).toBeNull();
  });
});
