import { expect, it } from "vitest";
import { isVisibleConversation, visibleConversations } from "./visible-conversations";

const asker = { actor: { userId: "ada" } };

it("asks the database for shared conversations and one's own", () => {
  expect(visibleConversations(asker)).toEqual({ OR: [{ shared: true }, { createdById: "ada" }] });
});

it.each([
  [true, "somebody-else", true],
  [true, "ada", true],
  [false, "ada", true],
  [false, "somebody-else", false],
] as const)("when shared is %s and it is of %s, answers %s", (shared, createdById, seen) => {
  expect(isVisibleConversation(asker, { shared, createdById })).toBe(seen);
});
