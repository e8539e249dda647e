"use client";

import type { RefObject } from "react";
import { useShortcut } from "./keyboard";

/** The neighbour of the place `at`; from nowhere (-1) the first one forwards and the last one backwards. Ends stay. */
export function neighbourOf<T>(items: readonly T[], at: number, step: 1 | -1): T | undefined {
  if (at === -1) return step === 1 ? items[0] : items.at(-1);
  return items[Math.max(0, Math.min(items.length - 1, at + step))];
}

/** Where the focus is: on the stop itself, or anywhere in its row or line. */
const isFocused = (stop: HTMLElement): boolean =>
  (stop.closest("tr, li") ?? stop).contains(document.activeElement);

/**
 * J and K walk over what matches `selector` inside of `region`, as "Next" and "Previous" `noun` in the list of keys.
 * Answers how to ask which one has the focus, by its place; -1 for none.
 */
export function useWalkKeys(
  region: RefObject<HTMLElement | null>,
  selector: string,
  noun: string,
): { focusedAt: () => number } {
  const stops = () => [...(region.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const focusedAt = () => stops().findIndex(isFocused);
  useShortcut("j", `Next ${noun}`, () => neighbourOf(stops(), focusedAt(), 1)?.focus());
  useShortcut("k", `Previous ${noun}`, () => neighbourOf(stops(), focusedAt(), -1)?.focus());
  return { focusedAt };
}
