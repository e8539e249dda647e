"use client";

import type { RefObject } from "react";
import { useShortcut } from "@/components/layout/keyboard";
import { neighbourOf } from "@/components/layout/use-walk-keys";

const isSeen = (element: HTMLElement) => element.offsetParent !== null;

/** To the next place inside of `region` that is marked as a stop; a row of a table is stood on through its link. */
export function walkStops(region: HTMLElement | null, step: 1 | -1): void {
  const stops = [...(region?.querySelectorAll<HTMLElement>("[data-stop]") ?? [])].filter(isSeen);
  const current = document.activeElement?.closest<HTMLElement>("[data-stop]") ?? null;
  const at = current ? stops.indexOf(current) : -1;
  const stop = neighbourOf(stops, at, step);
  const target = stop?.hasAttribute("tabindex") ? stop : stop?.querySelector<HTMLElement>("a, button");
  target?.focus({ preventScroll: true });
  stop?.scrollIntoView({ block: "center" });
}

/** J and K stop at every change inside of `region`; what they pass is drawn as it comes into view. */
export function useDiffKeys(region: RefObject<HTMLElement | null>): void {
  useShortcut("j", "Next change", () => walkStops(region.current, 1));
  useShortcut("k", "Previous change", () => walkStops(region.current, -1));
}
