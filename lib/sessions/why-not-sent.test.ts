import { describe, expect, it } from "vitest";
import { messageSchema } from "./schema";
import { longestMessage, whyNotSent } from "./why-not-sent";

describe("a message", () => {
  it.each([
    ["", "Write a message first."],
    [" \n ", "Write a message first."],
    ["x", undefined],
    ["x".repeat(longestMessage), undefined],
    ["x".repeat(longestMessage + 1), "A message has at most 100,000 characters. This has 100,001."],
  ])("is held back for what the server would refuse (%#)", (text, reason) => {
    expect(whyNotSent(text)).toBe(reason);
    expect(messageSchema.safeParse(text).success).toBe(reason === undefined);
  });

  it("that is too long is refused in words", () => {
    const { error } = messageSchema.safeParse("x".repeat(longestMessage + 1));
    expect(error?.issues[0]?.message).toBe("A message has at most 100,000 characters.");
  });
});
