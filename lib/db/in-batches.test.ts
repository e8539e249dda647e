import { expect, it } from "vitest";
import { inBatches } from "./in-batches";

const giving = (...counts: number[]) => {
  const asked: number[] = [];
  return {
    asked,
    step: async (most: number) => {
      asked.push(most);
      return counts.shift() ?? 0;
    },
  };
};

it("asks until fewer were found than it asked for, and tells how many there were", async () => {
  const { step, asked } = giving(10, 10, 3, 10);
  expect(await inBatches(step, 10)).toBe(23);
  expect(asked).toEqual([10, 10, 10]);
});

it("asks once where there is nothing", async () => {
  const { step, asked } = giving();
  expect(await inBatches(step)).toBe(0);
  expect(asked).toEqual([1_000]);
});

it("passes on what goes wrong", async () => {
  await expect(inBatches(() => Promise.reject(new Error("no time")))).rejects.toThrow("no time");
});
