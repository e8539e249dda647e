import { describe, expect, it } from "vitest";
import type { TaskCounts } from "./improvement-rule";
import { likelyMixtures, type TaskMixture } from "./task-mixture";

const times = (count: number, wins: number, ties: number, losses: number): TaskCounts[] =>
  new Array<TaskCounts>(count).fill({ wins, ties, losses });
const mean = (mixtures: readonly TaskMixture[], of: (mixture: TaskMixture) => number) =>
  mixtures.reduce((sum, mixture) => sum + of(mixture), 0) / mixtures.length;
const total = ({ win, tie, loss }: TaskMixture) => win + tie + loss;
const correlation = (mixture: TaskMixture) => 1 / (1 + total(mixture));

describe("likelyMixtures", () => {
  it("gives as many as asked for, all with parameters above 0", () => {
    const mixtures = likelyMixtures(times(12, 2, 1, 0), 128);
    expect(mixtures).toHaveLength(128);
    for (const { win, tie, loss } of mixtures) expect(Math.min(win, tie, loss)).toBeGreaterThan(0);
  });

  it("says the same twice, whatever the order of the tasks", () => {
    const tasks = [...times(5, 3, 0, 0), ...times(4, 1, 1, 1), ...times(3, 0, 0, 3)];
    expect(likelyMixtures([...tasks].reverse(), 64)).toEqual(likelyMixtures(tasks, 64));
  });

  it("knows only what it believed before when nothing was seen", () => {
    const nothing = likelyMixtures([], 1000);
    expect(mean(nothing, (mixture) => mixture.tie / total(mixture))).toBeCloseTo(0.5, 2);
    expect(mean(nothing, ({ win, loss }) => win / (win + loss))).toBeCloseTo(0.5, 2);
    // Points of equal weight would have a mean of 0.46: they are closer to each other near 0.
    expect(Math.abs(mean(nothing, correlation) - 0.5)).toBeLessThan(0.015);
    const below = (most: number) => mean(nothing, (mixture) => (correlation(mixture) < most ? 1 : 0));
    expect(Math.abs(below(0.16) - 0.16)).toBeLessThan(0.02);
    expect(Math.abs(below(0.55) - 0.55)).toBeLessThan(0.02);
  });

  it("finds the rates that the repeats show", () => {
    const mixtures = likelyMixtures(times(60, 2, 1, 1), 500);
    expect(mean(mixtures, (mixture) => mixture.tie / total(mixture))).toBeCloseTo(0.25, 1);
    expect(mean(mixtures, ({ win, loss }) => win / (win + loss))).toBeCloseTo(2 / 3, 1);
  });

  it("tells tasks that always end the same way from tasks that chance decides", () => {
    const settled = [...times(10, 5, 0, 0), ...times(6, 0, 5, 0), ...times(4, 0, 0, 5)];
    const loose = [...times(10, 3, 1, 1), ...times(6, 2, 2, 1), ...times(4, 2, 1, 2)];
    expect(mean(likelyMixtures(settled, 200), correlation)).toBeGreaterThan(0.8);
    expect(mean(likelyMixtures(loose, 200), correlation)).toBeLessThan(0.15);
  });

  it("cannot tell them apart from one repeat, and does not pretend to", () => {
    const once = likelyMixtures([...times(10, 1, 0, 0), ...times(6, 0, 1, 0), ...times(4, 0, 0, 1)], 400);
    const nothing = likelyMixtures([], 400);
    expect(Math.abs(mean(once, correlation) - mean(nothing, correlation))).toBeLessThan(0.02);
  });
});
