import { describe, expect, it } from "vitest";
import { gatewayKeyState, type KeyFacts } from "./gateway-key-state";

const now = new Date("2026-11-22T12:00:00Z");
const before = new Date("2026-11-21T12:00:00Z");
const after = new Date("2026-11-23T12:00:00Z");

const facts: KeyFacts = {
  key: { createdAt: before, revokedAt: null, expiresAt: after, connectionId: "c" },
  user: { deactivatedAt: null },
  member: { role: "author", createdAt: before },
  connection: { archivedAt: null },
};
const key = (more: Partial<KeyFacts["key"]>): KeyFacts => ({ ...facts, key: { ...facts.key, ...more } });

describe("what a key for hosts opens", () => {
  it.each([
    ["active", facts],
    ["active", { ...key({ connectionId: null }), connection: null }],
    ["active", key({ expiresAt: null })],
    ["revoked", key({ revokedAt: before, expiresAt: before })],
    ["expired", key({ expiresAt: now })],
    ["stopped", { ...facts, user: { deactivatedAt: before } }],
    ["stopped", { ...facts, member: { role: "viewer", createdAt: before } }],
    ["ended", { ...facts, user: null }],
    ["ended", { ...facts, member: null }],
    ["ended", { ...facts, member: { role: "owner", createdAt: now } }],
    ["lacks-model", { ...facts, connection: null }],
    ["lacks-model", { ...facts, connection: { archivedAt: before } }],
  ] as const)("is said as %s", (state, given) => {
    expect(gatewayKeyState(given, now)).toBe(state);
  });

  it("names what stays ended before what may begin again", () => {
    const all = { ...key({ revokedAt: before }), user: { deactivatedAt: before }, connection: null };
    expect(gatewayKeyState(all, now)).toBe("revoked");
    expect(gatewayKeyState({ ...facts, member: null, connection: null }, now)).toBe("ended");
  });
});
