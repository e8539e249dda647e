import { describe, expect, it } from "vitest";
import { type GivenVerdict, lostApprovals, newestOfEach, sayStale, staleBy, stalenesses } from "./staleness";

const now = { digest: "a", modesRevision: 1, findingsRevision: 2 };
const verdict = (id: string, changes: Partial<GivenVerdict> = {}): GivenVerdict => ({
  id,
  userId: id,
  kind: "approved",
  ...now,
  ...changes,
});

describe("staleBy", () => {
  it("names the bytes first, then the executable files, then the findings, and nothing while all are as they were", () => {
    expect(staleBy(now, now)).toBeNull();
    expect(staleBy({ ...now, findingsRevision: 1 }, now)).toBe("findings");
    expect(staleBy({ ...now, modesRevision: 0, findingsRevision: 1 }, now)).toBe("modes");
    expect(staleBy({ digest: "b", modesRevision: 0, findingsRevision: 1 }, now)).toBe("bytes");
  });
});

it("says what happened, and since when where that is asked for", () => {
  expect(stalenesses.map((one) => sayStale(one))).toEqual([
    "The draft has changed since.",
    "Which files are executable has changed since.",
    "A finding was dismissed or restored since.",
  ]);
  expect(sayStale("modes", "it was approved")).toBe(
    "Which files are executable has changed since it was approved.",
  );
});

it("keeps each person's last word", () => {
  const words = [
    verdict("1", { userId: "ines" }),
    verdict("2", { userId: "tom" }),
    verdict("3", { userId: "ines" }),
  ];
  expect(newestOfEach(words).map(({ id }) => id)).toEqual(["3", "2"]);
});

describe("lostApprovals", () => {
  const after = { ...now, digest: "b" };
  const lost = (...verdicts: GivenVerdict[]) => lostApprovals(verdicts, now, after).map(({ id }) => id);

  it("are those that stood before the change and do not after it", () => {
    expect(lost(verdict("stood"), verdict("stale-already", { digest: "z" }))).toEqual(["stood"]);
  });

  it("are no requests for changes, and nothing that the same person took back", () => {
    expect(lost(verdict("1", { kind: "changes_requested" }))).toEqual([]);
    expect(
      lost(verdict("1", { userId: "ines" }), verdict("2", { userId: "ines", kind: "changes_requested" })),
    ).toEqual([]);
  });
});
