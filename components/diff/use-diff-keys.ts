"use client";

import type { RefObject } from "react";
import { useShortcut } from "@/components/layout/keyboard";

const isSeen = (element: HTMLElement) => element.offsetParent !== null;

/** J and K stop at every change inside of `region`; what they pass is drawn as it comes into view. */
export function useDiffKeys(region: RefObject<HTMLElement | null>): void {
  const move = (step: 1 | -1) => {
    const stops = [...(region.current?.querySelectorAll<HTMLElement>("[data-stop]") ?? [])].filter(isSeen);
    const current = document.activeElement?.closest<HTMLElement>("[data-stop]") ?? null;
    const at = current ? stops.indexOf(current) : -1;
    const next = at === -1 ? (step === 1 ? 0 : stops.length - 1) : at + step;
    const stop = stops[Math.max(0, Math.min(stops.length - 1, next))];
    stop?.focus();
    stop?.scrollIntoView({ block: "center" });
  };
  useShortcut("j", "Next change", () => move(1));
  useShortcut("k", "Previous change", () => move(-1));
}
