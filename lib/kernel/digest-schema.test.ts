import { expect, it } from "vitest";
import { sha256 } from "@/lib/platform/crypto";
import { digestSchema } from "./digest-schema";
import { isDigest } from "./is-digest";

const digest = sha256(new TextEncoder().encode("notes"));

it("knows a digest as it is made here", () => {
  expect(isDigest(digest)).toBe(true);
  expect(digestSchema.parse(digest)).toBe(digest);
});

it.each(["", digest.slice(1), `${digest}0`, digest.toUpperCase(), `sha256:${digest}`, `${digest}\n`])(
  "takes %j for none, and says what one is",
  (text) => {
    expect(isDigest(text)).toBe(false);
    expect(digestSchema.safeParse(text).error?.issues[0]?.message).toBe("A digest is 64 hexadecimal digits.");
  },
);
