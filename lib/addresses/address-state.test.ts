import { expect, it } from "vitest";
import { addressState } from "./address-state";

const now = new Date("2026-11-23T12:00:00.000Z");
const earlier = new Date(now.getTime() - 1);
const later = new Date(now.getTime() + 1);

it.each([
  ["active", null, null],
  ["active", null, later],
  ["expired", null, now],
  ["expired", null, earlier],
  ["revoked", earlier, null],
  ["revoked", earlier, earlier],
  ["revoked", later, later],
] as const)("is %s when revoked at %s and expiring at %s", (state, revokedAt, expiresAt) => {
  expect(addressState({ revokedAt, expiresAt }, now)).toBe(state);
});
