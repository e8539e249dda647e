import { expect, it } from "vitest";
import { z } from "zod";
import { unlessExtra } from "./unless-extra";

const schema = z.strictObject({ name: z.string() }, { error: unlessExtra });
const messageOf = (value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

it("says of what nobody knows that it is not permitted, and leaves other words as they are", () => {
  expect(messageOf({ name: "a", colour: "red" })).toBe("Extra inputs are not permitted");
  expect(messageOf({ name: 1 })).toMatch(/expected string/);
  expect(messageOf("text")).toMatch(/expected object/);
});
