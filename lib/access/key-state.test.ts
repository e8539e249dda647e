import { describe, expect, it } from "vitest";
import { holdsAt, keyState, lifeState } from "./key-state";

const now = new Date("2026-11-22T12:00:00Z");
const [before, after] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)];
const present = { deactivatedAt: null };

describe("keyState", () => {
  it.each([
    ["active", { revokedAt: null, expiresAt: null }, present],
    ["active", { revokedAt: null, expiresAt: after }, present],
    ["expired", { revokedAt: null, expiresAt: now }, present],
    ["revoked", { revokedAt: before, expiresAt: before }, present],
    ["stopped", { revokedAt: null, expiresAt: after }, { deactivatedAt: before }],
    ["expired", { revokedAt: null, expiresAt: before }, { deactivatedAt: before }],
  ] as const)("is %s", (state, life, user) => {
    expect(keyState(life, user, now)).toBe(state);
  });
});

it.each([
  ["active", null, null],
  ["active", null, after],
  ["expired", null, now],
  ["expired", null, before],
  ["revoked", before, null],
  ["revoked", before, before],
  ["revoked", after, after],
] as const)("an address is %s when revoked at %s and expiring at %s", (state, revokedAt, expiresAt) => {
  expect(lifeState({ revokedAt, expiresAt }, now)).toBe(state);
});

it("asks the database for what is neither revoked nor past its end", () => {
  expect(holdsAt(now)).toEqual({
    revokedAt: null,
    OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
  });
});
