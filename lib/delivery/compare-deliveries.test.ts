import { describe, expect, it } from "vitest";
import { compareDeliveries } from "./compare-deliveries";
import type { PastSkill } from "./schema";

const skill = (name: string, number = 1, changes: Partial<PastSkill> = {}): PastSkill => ({
  skillId: `id-${name}`,
  name,
  versionId: `${name}-v${number}`,
  number,
  digest: `${name}-${number}`,
  archive: `${name}-${number}`,
  ...changes,
});
const namesOf = (skills: readonly PastSkill[]) => skills.map(({ name }) => name);

describe("compareDeliveries", () => {
  it("finds nothing between the same, in whatever order", () => {
    const changes = compareDeliveries([skill("a"), skill("b")], [skill("b"), skill("a")]);
    expect(changes).toEqual({ added: [], changed: [], removed: [] });
  });

  it("tells what came, what moved on and what went", () => {
    const { added, changed, removed } = compareDeliveries(
      [skill("a", 1), skill("b"), skill("gone")],
      [skill("new"), skill("a", 3), skill("b")],
    );
    expect(namesOf(added)).toEqual(["new"]);
    expect(changed.map(({ from, to }) => [to.name, from.number, to.number])).toEqual([["a", 1, 3]]);
    expect(namesOf(removed)).toEqual(["gone"]);
  });

  it("goes by folders: another name is another folder, another skill in a folder a change", () => {
    const renamed = compareDeliveries([skill("old")], [skill("new", 2, { skillId: "id-old" })]);
    expect([namesOf(renamed.added), namesOf(renamed.removed)]).toEqual([["new"], ["old"]]);
    const swapped = compareDeliveries([skill("a")], [skill("a", 1, { versionId: "other-v1" })]);
    expect(swapped.changed).toHaveLength(1);
  });

  it("takes another executable bit for a change, though the package's digest is the same", () => {
    const { changed } = compareDeliveries([skill("a")], [skill("a", 1, { archive: "other" })]);
    expect(changed).toHaveLength(1);
  });
});
