import { describe, expect, it } from "vitest";
import type { Role } from "@/lib/access/permissions";
import { mayHandOver, mayRemove, mayResetPassword, roleChoice, whyNotLeave } from "./member-choices";

const person = (userId: string, role: Role, isMachine = false) => ({
  userId,
  role,
  isMachine,
  isDeactivated: false,
});
const deactivated = (userId: string, role: Role) => ({ ...person(userId, role), isDeactivated: true });

describe("mayResetPassword", () => {
  it("is for admins, for people of their role or below, and never for oneself", () => {
    const admin = person("a", "admin");
    expect(mayResetPassword(admin, person("b", "admin"))).toBe(true);
    expect(mayResetPassword(admin, person("b", "owner"))).toBe(false);
    expect(mayResetPassword(admin, person("a", "admin"))).toBe(false);
    expect(mayResetPassword(admin, person("m", "viewer", true))).toBe(false);
    expect(mayResetPassword(person("r", "reviewer"), person("b", "viewer"))).toBe(false);
  });
});

describe("roleChoice", () => {
  it("offers at most one's own role", () => {
    expect(roleChoice(person("a", "admin"), person("b", "viewer"), false)).toEqual({
      roles: ["viewer", "author", "reviewer", "admin"],
    });
    expect(roleChoice(person("a", "owner"), person("b", "viewer"), false)).toMatchObject({
      roles: expect.arrayContaining(["owner"]),
    });
  });

  it("offers a machine no ownership", () => {
    expect(roleChoice(person("a", "owner"), person("m", "viewer", true), false)).toEqual({
      roles: ["viewer", "author", "reviewer", "admin"],
    });
  });

  it("says why an owner stays one: to admins, and to the only owner", () => {
    expect(roleChoice(person("a", "admin"), person("o", "owner"), false)).toEqual({
      blocked: "Only an owner changes an owner.",
    });
    expect(roleChoice(person("o", "owner"), person("o", "owner"), true)).toEqual({
      blocked: "The only owner. Make somebody else an owner first.",
    });
    expect(roleChoice(person("o", "owner"), person("p", "owner"), false)).toHaveProperty("roles");
  });

  it("offers nothing to whoever manages no members", () => {
    for (const role of ["viewer", "author", "reviewer"] as const)
      expect(roleChoice(person("a", role), person("b", "viewer"), false)).toEqual({ blocked: null });
  });
});

describe("removing, handing over, leaving", () => {
  it("removes no owner as an admin, and nobody removes themselves", () => {
    expect(mayRemove(person("a", "admin"), person("b", "admin"))).toBe(true);
    expect(mayRemove(person("a", "admin"), person("o", "owner"))).toBe(false);
    expect(mayRemove(person("o", "owner"), person("p", "owner"))).toBe(true);
    expect(mayRemove(person("o", "owner"), person("o", "owner"))).toBe(false);
    expect(mayRemove(person("a", "reviewer"), person("b", "viewer"))).toBe(false);
  });

  it("hands over as an owner, to another person", () => {
    expect(mayHandOver(person("o", "owner"), person("b", "viewer"))).toBe(true);
    expect(mayHandOver(person("o", "owner"), person("m", "admin", true))).toBe(false);
    expect(mayHandOver(person("o", "owner"), person("o", "owner"))).toBe(false);
    expect(mayHandOver(person("a", "admin"), person("b", "viewer"))).toBe(false);
  });

  it("does not let the only owner leave", () => {
    expect(whyNotLeave(true)).toMatch(/only owner/);
    expect(whyNotLeave(false)).toBeUndefined();
  });

  it("hands nothing over to an owner who does not get in", () => {
    const gone = deactivated("g", "owner");
    expect(roleChoice(person("o", "owner"), gone, false)).toMatchObject({ roles: expect.any(Array) });
    expect(mayHandOver(person("o", "owner"), deactivated("b", "admin"))).toBe(false);
    expect(mayResetPassword(person("o", "owner"), deactivated("b", "viewer"))).toBe(false);
  });
});
