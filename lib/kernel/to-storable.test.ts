import { expect, it } from "vitest";
import { toStorable, toStorableJson } from "./to-storable";

it("replaces what Postgres cannot keep, and nothing else", () => {
  expect(toStorable("a\u0000b\ud800c 😀")).toBe("a\ufffdb\ufffdc 😀");
});

it("does so in every text of a value, and copies it", () => {
  const value = { rows: [{ text: "\u0000", size: 1 }], none: null };
  expect(toStorableJson(value)).toEqual({ rows: [{ text: "\ufffd", size: 1 }], none: null });
  expect(value.rows[0]?.text).toBe("\u0000");
});
