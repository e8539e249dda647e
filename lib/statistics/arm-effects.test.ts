import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decomposeArms, type PassCounts, type TaskArms } from "./arm-effects";

const of4 = (passed: number): PassCounts => ({ passed, valid: 4 });
const task = (id: string, without: number, found: number, given: number): TaskArms => ({
  id,
  without: of4(without),
  found: of4(found),
  given: of4(given),
});
const counts = fc.tuple(fc.nat(7), fc.nat(7)).map(([passed, failed]) => ({ passed, valid: passed + failed }));
const arms = fc.record({ without: counts, found: counts, given: counts });

describe("decomposeArms", () => {
  it("tells a text that helps but is not found from one that does not help", () => {
    const { tasks } = decomposeArms([task("not-found", 0, 1, 4), task("no-help", 2, 2, 2)]);
    expect(tasks).toEqual([
      { id: "not-found", worth: 1, finding: -0.75, total: 0.25 },
      { id: "no-help", worth: 0, finding: 0, total: 0 },
    ]);
  });

  it("shows a text that harms whoever reads it", () => {
    expect(decomposeArms([task("harm", 4, 3, 1)]).overall).toEqual({
      worth: -0.75,
      finding: 0.5,
      total: -0.25,
    });
  });

  it("counts every task once, however often it was repeated", () => {
    const often = { passed: 200, valid: 200 };
    const never = { passed: 0, valid: 200 };
    const { overall } = decomposeArms([
      { id: "often", without: never, found: often, given: often },
      task("seldom", 0, 0, 0),
    ]);
    expect(overall).toEqual({ worth: 0.5, finding: 0, total: 0.5 });
  });

  it("leaves out of every part what one arm did not measure, and names it", () => {
    const outage = { ...task("outage", 4, 4, 4), without: { passed: 0, valid: 0 } };
    const found = decomposeArms([outage, task("measured", 1, 2, 3)]);
    expect(found.unmeasured).toEqual(["outage"]);
    expect(found.tasks.map(({ id }) => id)).toEqual(["measured"]);
    expect(found.overall).toEqual({ worth: 0.5, finding: -0.25, total: 0.25 });
  });

  it("says nothing of no task", () => {
    expect(decomposeArms([])).toEqual({ tasks: [], overall: null, unmeasured: [] });
  });

  it("refuses more passes than repeats", () => {
    const broken = { ...task("broken", 0, 0, 0), given: { passed: 3, valid: 2 } };
    expect(() => decomposeArms([broken])).toThrow("3 of 2");
  });

  it("adds up per task and over all", () => {
    fc.assert(
      fc.property(fc.array(arms, { maxLength: 30 }), (rows) => {
        const { tasks, overall, unmeasured } = decomposeArms(
          rows.map((row, id) => ({ id: `${id}`, ...row })),
        );
        for (const { worth, finding, total } of [...tasks, ...(overall ? [overall] : [])]) {
          expect(worth + finding).toBeCloseTo(total, 12);
          expect(Math.abs(total)).toBeLessThanOrEqual(1);
        }
        expect(tasks.length + unmeasured.length).toBe(rows.length);
      }),
    );
  });
});
