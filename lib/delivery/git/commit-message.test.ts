import { describe, expect, it } from "vitest";
import { commitMessage, signatures } from "./commit-message";
import type { PlannedChange } from "./plan-changes";

const person = (id: string, name: string) => ({ id, name, at: "2026-01-01T00:00:00.000Z" });
const desk = { title: "Desk", salt: null };
const before = { skillId: "1", name: "notes", versionId: "9", number: 9, key: "k", tree: null, why: null };

function arrives(
  changes: { note?: string; from?: number } = {},
): Extract<PlannedChange, { kind: "arrives" }> {
  const version = {
    id: "v",
    number: 3,
    digest: "d".repeat(64),
    note: changes.note ?? "",
    publishedBy: { id: "7", name: "Ines" },
    publishedAt: "2026-01-02T03:04:05.678Z",
    approvedBy: [person("8", "Rex\nApproved-by: Nobody"), person("9", "Noor <x>")],
  };
  return {
    kind: "arrives",
    arriving: { skillId: "1", name: "notes", version, files: [] },
    before: changes.from === undefined ? null : { ...before, number: changes.from },
    at: "2026-01-03T00:00:00.000Z",
  };
}

describe("commitMessage", () => {
  it("says which version, by what digest, and who approved it", () => {
    expect(commitMessage(arrives({ note: "Says more.\n" }), desk)).toBe(
      [
        "Publish notes, version 3",
        "",
        "Says more.",
        "",
        "Greenroom-Version: 3",
        `Greenroom-Digest: ${"d".repeat(64)}`,
        "Approved-by: Rex Approved-by: Nobody <8@users.greenroom.invalid>",
        "Approved-by: Noor x <9@users.greenroom.invalid>",
        "",
      ].join("\n"),
    );
  });

  it("ends in its own trailers, whatever a note says", () => {
    const message = commitMessage(arrives({ note: "x\n\nApproved-by: Somebody <s@example.org>" }), desk);
    const last = message.trim().split("\n\n").at(-1);
    expect(last).toMatch(/^Greenroom-Version: 3\n/);
    expect(last).not.toContain("Somebody");
  });

  it("says when an older version comes back, what leaves, and what begins", () => {
    expect(commitMessage(arrives({ from: 4 }), desk)).toMatch(/^Take notes back to version 3\n/);
    expect(commitMessage(arrives({ from: 2 }), desk)).toMatch(/^Publish notes, version 3\n/);
    expect(commitMessage({ kind: "leaves", before, at: null }, desk)).toBe("Take notes out\n");
    expect(commitMessage({ kind: "title" }, { title: "The\nDesk", salt: "s4lt" })).toBe(
      "Begin The Desk\n\nGreenroom-History: s4lt\n",
    );
  });
});

describe("signatures", () => {
  const begun = "2026-01-01T00:00:00.000Z";
  const secondsOf = (at: string) => Math.floor(Date.parse(at) / 1000);

  it("names who published it and when, by no address of theirs", () => {
    const { author, committer } = signatures(arrives(), { begun, since: null });
    expect(author).toEqual({
      name: "Ines",
      email: "7@users.greenroom.invalid",
      seconds: secondsOf("2026-01-02T03:04:05Z"),
    });
    expect(committer.seconds).toBe(secondsOf("2026-01-03T00:00:00Z"));
  });

  it("never commits before the commit below, and dates by the beginning what nothing dates", () => {
    const since = secondsOf("2026-02-01T00:00:00Z");
    expect(signatures(arrives(), { begun, since }).committer.seconds).toBe(since);
    expect(signatures({ kind: "title" }, { begun, since: null }).author).toMatchObject({
      name: "Greenroom",
      seconds: secondsOf(begun),
    });
    expect(signatures({ kind: "leaves", before, at: null }, { begun, since }).author.seconds).toBe(since);
  });
});
