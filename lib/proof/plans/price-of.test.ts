import { describe, expect, it } from "vitest";
import { plusPrice, priceOf } from "./price-of";

const measured = {
  trials: 1,
  calls: { low: 1, high: 2 },
  input: { low: 1_000_000, high: 2_000_000 },
  output: { low: 100_000, high: 200_000 },
};

describe("the price of what is measured", () => {
  it("is that of its tokens", () => {
    const prices = { input: 3, output: 10, cachedInput: 1 };
    expect(priceOf(measured, { prices })).toEqual({ low: 4, high: 8 });
  });

  it("is nothing of a model that has none, and not known where nobody has said it", () => {
    expect(priceOf(measured, { prices: null })).toEqual({ low: 0, high: 0 });
    expect(priceOf(measured, { prices: { input: 3, output: null, cachedInput: null } })).toBeNull();
  });
});

describe("two prices", () => {
  const some = { low: 1, high: 2 };

  it.each([
    ["are added", some, { low: 0.5, high: 1 }, { low: 1.5, high: 3 }],
    ["are the one where there is no other", some, undefined, some],
    ["are not known where the first is not", null, some, null],
    ["are not known where the other is not", some, null, null],
  ])("%s", (_, one, other, sum) => {
    expect(plusPrice(one, other)).toEqual(sum);
  });
});
