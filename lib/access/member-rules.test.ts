import { describe, expect, it } from "vitest";
import { canOwn, isOnlyOwner, mayChangeMember, mayGiveRole, otherOwners, rolesToGive } from "./member-rules";
import { type Role, roles } from "./permissions";

const person = (userId: string, role: Role) => ({ userId, role, isMachine: false, isDeactivated: false });
const machine = (userId: string, role: Role) => ({ ...person(userId, role), isMachine: true });
const deactivated = (userId: string, role: Role) => ({ ...person(userId, role), isDeactivated: true });

describe("who changes whom", () => {
  it("leaves owners to owners, and everybody else to whoever manages members", () => {
    for (const own of roles) {
      expect(mayChangeMember(own, { role: "owner" })).toBe(own === "owner");
      expect(mayChangeMember(own, { role: "admin" })).toBe(true);
    }
  });

  it("lets nobody give a role above their own", () => {
    const given = roles.map((own) => roles.filter((role) => mayGiveRole(own, role)).length);
    expect(given).toEqual([1, 2, 3, 4, 5]);
  });
});

describe("rolesToGive", () => {
  it("is up to one's own role", () => {
    expect(rolesToGive("admin", person("b", "viewer"))).toEqual(["viewer", "author", "reviewer", "admin"]);
    expect(rolesToGive("owner", person("b", "viewer"))).toEqual(roles);
  });

  it("makes no owner of a machine, nor of somebody who does not get in", () => {
    for (const member of [machine("m", "viewer"), deactivated("g", "viewer")]) {
      expect(canOwn(member)).toBe(false);
      expect(rolesToGive("owner", member)).toEqual(["viewer", "author", "reviewer", "admin"]);
    }
  });

  it("has the role that somebody has, so that it can be shown among the others", () => {
    expect(rolesToGive("owner", deactivated("g", "owner"))).toEqual(roles);
  });
});

describe("isOnlyOwner", () => {
  const [owner, other] = [person("o", "owner"), person("p", "owner")];

  it.each([
    ["alone", [owner], true],
    ["beside an admin", [owner, person("a", "admin")], true],
    ["beside an owner", [owner, other], false],
    ["beside an owner who does not get in", [owner, deactivated("p", "owner")], true],
    ["beside a machine that owns", [owner, machine("m", "owner")], true],
  ])("%s", (_, members, expected) => {
    expect(isOnlyOwner(owner, members)).toBe(expected);
  });

  it("is nobody who does not own, and asks the database for the same others", () => {
    expect(isOnlyOwner(person("a", "admin"), [person("a", "admin")])).toBe(false);
    expect(otherOwners("o")).toEqual({
      role: "owner",
      userId: { not: "o" },
      user: { isMachine: false, deactivatedAt: null },
    });
  });
});
