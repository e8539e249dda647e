import { describe, expect, it } from "vitest";
import { accessReasons, decideAccess, openAccess, parseAccess, sayAccess } from "./skill-access";

const id = (number: number) => `0190a000-0000-7000-8000-00000000000${number}`;
const [me, other, sales, support, desk] = [id(1), id(2), id(3), id(4), id(5)];
const person = { kind: "person", userId: me, manages: false, looksAfter: false, groups: [] } as const;
const inSales = { id: sales, name: "Sales", limited: false };
const inSupport = { id: support, name: "Support", limited: true };
const people = (members: string[], groups: string[] = []) => ({ people: { members, groups } });

describe("whether a skill is open to a person", () => {
  it.each([
    ["everyone", openAccess, person, true],
    ["everyone", { agents: [] }, person, true],
    ["chosen", people([other, me]), person, true],
    ["not-chosen", people([other]), person, false],
    ["not-chosen", people([]), person, false],
    ["chosen-group", people([], [sales]), { ...person, groups: [inSales] }, true],
    ["not-chosen", people([], [sales]), person, false],
    ["not-chosen", people([], [support]), { ...person, groups: [inSales] }, false],
    ["looks-after", people([]), { ...person, looksAfter: true }, true],
    ["manages", people([]), { ...person, manages: true }, true],
    ["limited-group", openAccess, { ...person, groups: [inSales, inSupport] }, false],
    ["chosen-group", people([], [support]), { ...person, groups: [inSupport] }, true],
    ["chosen", people([me]), { ...person, groups: [inSupport] }, true],
    ["manages", openAccess, { ...person, manages: true, groups: [inSupport] }, true],
    ["looks-after", openAccess, { ...person, looksAfter: true, groups: [inSupport] }, true],
    ["not-chosen", people([other]), { ...person, groups: [inSupport] }, false],
  ] as const)("%s", (reason, access, asker, isIn) => {
    expect(decideAccess(parseAccess(access), asker)).toMatchObject({ in: isIn, reason });
  });
});

describe("whether a skill is open to an agent", () => {
  const agent = { kind: "agent", agentId: desk } as const;

  it.each([
    ["everyone", openAccess, true],
    ["everyone", people([]), true],
    ["chosen", { agents: [other, desk] }, true],
    ["not-chosen", { agents: [other] }, false],
    ["not-chosen", { agents: [] }, false],
  ] as const)("%s", (reason, access, isIn) => {
    expect(decideAccess(parseAccess(access), agent)).toEqual({ in: isIn, reason });
  });
});

it("is open to nobody but those who look after it where it cannot be read", () => {
  for (const stored of [null, [], { people: "all" }, { agents: ["not an id"] }, { everyone: true }]) {
    const access = parseAccess(stored);
    expect(decideAccess(access, { kind: "agent", agentId: desk }).in).toBe(false);
    expect(decideAccess(access, person).in).toBe(false);
    expect(decideAccess(access, { ...person, looksAfter: true }).in).toBe(true);
  }
});

it("has words for every reason, with the group", () => {
  const said = accessReasons.map((reason) => sayAccess({ in: true, reason, group: "Sales" }));
  expect(new Set(said).size).toBe(accessReasons.length);
  expect(sayAccess({ in: true, reason: "chosen-group", group: "Sales" })).toBe(
    "is open to you as a member of Sales",
  );
});
