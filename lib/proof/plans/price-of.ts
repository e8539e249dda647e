import { costOf } from "@/lib/models/cost-of";
import type { OpenedModel } from "../models/open-model";
import type { Estimate } from "../schema";
import type { Measured } from "./measured-trials";

type Price = Estimate["usd"];

/** US dollars of what is measured; null where a price is not known, and 0 of models that have none. */
export function priceOf({ input, output }: Measured, { prices }: Pick<OpenedModel, "prices">): Price {
  const at = (of: "low" | "high") =>
    prices ? costOf({ input: input[of], output: output[of], cached: null }, prices) : 0;
  const [low, high] = [at("low"), at("high")];
  return low === null || high === null ? null : { low, high };
}

/** Both; null where one of them is not known. Nothing more is asked where the other is not there. */
export function plusPrice(one: Price, other: Price | undefined): Price {
  if (other === undefined) return one;
  return one && other && { low: one.low + other.low, high: one.high + other.high };
}
