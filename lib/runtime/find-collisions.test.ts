import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findAlikeMeanings, findCollisions } from "./find-collisions";

const skill = (name: string, description: string) => ({ skillId: name, name, description });
const triage = skill(
  "incident-triage",
  "Classifies a production incident by customer impact and names the owning team. Use when a page fires, when someone reports an outage, or asks whether a service is down.",
);
const others = [
  skill(
    "log-query",
    "Writes Loki and CloudWatch Insights queries from a question, with the time range it assumed.",
  ),
  skill("release-notes", "Writes release notes for customers from merged changes, grouped by product area."),
  skill("refund-policy", "Decides whether an order can be refunded under the 2026 policy."),
];

describe("findCollisions", () => {
  it("is silent among skills that do different work", () => {
    for (const one of [triage, ...others]) expect(findCollisions(one, [triage, ...others])).toEqual([]);
  });

  it("names the sibling that claims the same work, and the words both have", () => {
    const twin = skill(
      "outage-helper",
      "Classifies production incidents by impact and names the team that owns the service. Use when a page fires or an outage is reported.",
    );
    const [collision, ...more] = findCollisions(triage, [...others, twin]);
    expect(more).toEqual([]);
    expect(collision).toMatchObject({ name: "outage-helper", ranksFirst: false });
    expect(collision?.share).toBeGreaterThan(0.6);
    expect(collision?.words.length).toBe(6);
    expect(collision?.words).toContain("incident");
    expect(collision?.words).not.toContain("when");
  });

  it("says when a search would find the sibling first", () => {
    const short = skill("helper", "Reviews SQL migrations.");
    const rival = skill("sql-migration-review", "Reviews SQL migrations for locks. Reviews each migration.");
    expect(findCollisions(short, [rival, ...others])).toMatchObject([
      { name: "sql-migration-review", ranksFirst: true, words: ["reviews", "sql", "migrations"] },
    ]);
  });

  it("finds nothing without words, and never itself", () => {
    expect(findCollisions(skill("a", ""), others)).toEqual([]);
    expect(findCollisions(skill("a", "the of and"), others)).toEqual([]);
    expect(findCollisions(triage, [triage])).toEqual([]);
  });

  it("holds for any texts: shares are at least the least one, worst first", () => {
    const anySkill = fc
      .tuple(fc.uuid(), fc.string(), fc.lorem())
      .map(([id, name, text]) => ({ skillId: id, name, description: text }));
    fc.assert(
      fc.property(anySkill, fc.array(anySkill, { maxLength: 6 }), (one, rest) => {
        const shares = findCollisions(one, rest).map(({ share }) => share);
        expect(shares).toEqual(shares.toSorted((left, right) => right - left));
        for (const share of shares) expect(share).toBeGreaterThanOrEqual(0.6);
      }),
    );
  });
});

describe("findAlikeMeanings", () => {
  const likeness = (others: number, alike: number) =>
    new Map([
      ...Array.from({ length: others }, (_, at) => [`other-${at}`, 0.3 + (at % 3) / 100] as const),
      ["twin", alike] as const,
    ]);

  it("names a sibling that stands far out of how alike all of them are", () => {
    expect(findAlikeMeanings(likeness(20, 0.9))).toEqual([{ skillId: "twin", likeness: 0.9 }]);
  });

  it("names none where all are about as alike, or where there are few", () => {
    expect(findAlikeMeanings(new Map(Array.from({ length: 20 }, (_, at) => [`${at}`, 0.3])))).toEqual([]);
    expect(findAlikeMeanings(likeness(20, 0.32))).toEqual([]);
    expect(findAlikeMeanings(likeness(8, 0.9))).toEqual([]);
  });
});
