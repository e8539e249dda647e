import { expect, test } from "vitest";
import { mayStop } from "./may-stop";

test.each([
  ["who started it", "ines", "ines", false, true],
  ["who may edit the conversation", "marta", "ines", true, true],
  ["who only watches", "viewer", "ines", false, false],
])("%s", (_who, asker, startedById, mayEditConversation, may) => {
  expect(mayStop(asker, { startedById, mayEditConversation })).toBe(may);
});
