import { expect, it } from "vitest";
import { isAsSeen } from "./seen-draft";

const seen = { skillId: "s", draftDigest: "a".repeat(64), draftModes: 3 };
const draft = { digest: seen.draftDigest, modesRevision: 3 };

it("is as it was seen while its bytes and its executable files are the same", () => {
  expect(isAsSeen(seen, draft)).toBe(true);
  expect(isAsSeen(seen, { ...draft, digest: "b".repeat(64) })).toBe(false);
  expect(isAsSeen(seen, { ...draft, modesRevision: 4 })).toBe(false);
});

it("is told by its bytes alone where nothing else was kept of it", () => {
  const before = { ...seen, draftModes: null };
  expect(isAsSeen(before, { ...draft, modesRevision: 9 })).toBe(true);
  expect(isAsSeen(before, { ...draft, digest: "b".repeat(64) })).toBe(false);
});
