import type { Direction } from "@/lib/statistics/majority";
import type { TaskRates } from "@/lib/statistics/verdict-power";

/** Numbers from 0 to 1, the same for the same seed. */
export type Random = () => number;

/** Chances of one repeat of one task; the rest are ties. */
export type TaskChances = { readonly win: number; readonly loss: number };

/**
 * How tasks of a suite differ: not at all; scattered around the rates on the logistic scale; or some that always end the same
 * way among others that do not. None is the family that the estimate of agreement assumes.
 */
export const scatterings = ["alike", "scattered", "settled"] as const;
export type Scattering = (typeof scatterings)[number];

/** Where tasks come from. `spread`: standard deviation of the logits, 0 to 3, or thrice the share of settled tasks. */
export type World = { readonly rates: TaskRates; readonly scattering: Scattering; readonly spread: number };

export function randomWorld(random: Random, winShare = random()): World {
  const tieShare = 0.8 * random();
  const scattering = pick(scatterings, random);
  return { rates: { tieShare, winShare }, scattering, spread: 3 * random() };
}

export function drawTask({ rates, scattering, spread }: World, random: Random): TaskChances {
  const decided = 1 - rates.tieShare;
  const mean = { win: decided * rates.winShare, loss: decided * (1 - rates.winShare) };
  if (scattering === "alike") return mean;
  if (scattering === "settled") {
    if (random() >= spread / 3) return mean;
    const direction = drawDirection(mean, random);
    return { win: direction === "win" ? 1 : 0, loss: direction === "loss" ? 1 : 0 };
  }
  const [win, tie, loss] = [mean.win, rates.tieShare, mean.loss].map(
    (share) => share * Math.exp(spread * normal(random)),
  );
  const sum = (win ?? 0) + (tie ?? 0) + (loss ?? 0);
  return { win: (win ?? 0) / sum, loss: (loss ?? 0) / sum };
}

export function drawDirection({ win, loss }: TaskChances, random: Random): Direction {
  const drawn = random();
  if (drawn < win) return "win";
  return drawn < win + loss ? "loss" : "tie";
}

export function pick<Item>(items: readonly [Item, ...Item[]], random: Random): Item {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

/** Box and Muller 1958. */
const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
