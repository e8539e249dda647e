import { describe, expect, it } from "vitest";
import { calibrateJudge, type JudgeLabel } from "./calibrate-judge";

const judge = { name: "Large", needed: 30 };
type Word = JudgeLabel["label"];
const labelled = (count: number, label: Word, judged: Word, from = 0): JudgeLabel[] =>
  Array.from({ length: count }, (_, at) => ({ pair: `p${from + at}`, person: "ines", label, judged }));

describe("what a judge's word is worth", () => {
  it("is not said before there are enough labels, however well they agree", () => {
    expect(calibrateJudge(labelled(12, "win", "win"), judge)).toMatchObject({
      labels: 12,
      pairs: 12,
      people: 1,
      isCalibrated: false,
      kappa: null,
      interval: null,
      agreement: null,
      baseRate: null,
      baseRates: [],
      text: "judged by Large, uncalibrated: 12 of 30 labels",
    });
    expect(calibrateJudge([], judge).text).toBe("judged by Large, uncalibrated: 0 of 30 labels");
  });

  it("is kappa with its interval, the number of labels and the base rate from the thirtieth on", () => {
    const labels = [
      ...labelled(15, "win", "win"),
      ...labelled(5, "win", "loss", 15),
      ...labelled(10, "loss", "loss", 20),
    ];
    const found = calibrateJudge(labels, judge);
    // po = 25/30; pe = (20 * 15 + 10 * 15) / 900 = 0.5
    expect(found.kappa).toBeCloseTo(2 / 3, 10);
    expect(found.agreement).toBeCloseTo(25 / 30, 10);
    expect(found.interval?.low).toBeCloseTo(0.4, 2);
    expect(found.interval?.high).toBeCloseTo(0.933, 2);
    expect(found.baseRate).toBeCloseTo(2 / 3, 10);
    expect(found.text).toBe("judged by Large, kappa 0.67 (30 labels, base rate 67 %)");
  });

  it("has no kappa where both always say the same, and says so", () => {
    const found = calibrateJudge(labelled(30, "win", "win"), judge);
    expect(found).toMatchObject({ isCalibrated: true, kappa: null, interval: null, agreement: 1 });
    expect(found.text).toBe(
      "judged by Large, no kappa, for both always say the same (30 labels, base rate 100 %)",
    );
  });

  it("says how far two people agree over the pairs that both labelled", () => {
    const labels: JudgeLabel[] = [
      { pair: "a", person: "mira", label: "win", judged: "win" },
      { pair: "a", person: "ines", label: "win", judged: "win" },
      { pair: "b", person: "ines", label: "loss", judged: "win" },
      { pair: "b", person: "mira", label: "loss", judged: "win" },
      { pair: "c", person: "ines", label: "tie", judged: "win" },
    ];
    const found = calibrateJudge(labels, judge);
    expect(found).toMatchObject({ labels: 5, pairs: 3, people: 2 });
    expect(found.betweenPeople).toEqual({ pairs: 2, agreement: 1, kappa: 1 });
    expect(calibrateJudge(labels.slice(4), judge).betweenPeople).toBeNull();
  });
});
