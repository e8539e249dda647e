"use client";

import { useState } from "react";

/** Where the focus was: for a menu's item, which goes with its menu, the button that opened the menu. */
function originOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest("[role=menu]");
  const origin = menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : element;
  return origin instanceof HTMLElement ? origin : null;
}

const stops = "a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex='0']";

/** Where to go back to: what had the focus, then what stands around it on its page, as that may be gone with its row by then. */
function currentOrigin(): HTMLElement[] {
  if (typeof document === "undefined") return [];
  const origin = originOf(document.activeElement);
  const page = origin?.closest("main");
  const way: HTMLElement[] = origin ? [origin] : [];
  for (let one = origin?.parentElement; page && one && page.contains(one); one = one.parentElement)
    way.push(one);
  return way;
}

/** The nearest on the way that is left; of what stood around it, the first that takes the focus. */
function nearestLeft([origin, ...around]: readonly HTMLElement[]): HTMLElement | null {
  if (origin?.isConnected) return origin;
  for (const one of around) {
    const stop = one.isConnected ? one.querySelector<HTMLElement>(stops) : null;
    if (stop) return stop;
  }
  return null;
}

/**
 * For a dialog opened without a trigger of its own: remembers where the focus was, and takes it back there.
 * It looks while rendering, because a field with autoFocus has the focus before any effect runs.
 */
export function useFocusReturn(open: boolean) {
  const [seen, setSeen] = useState(() => ({ open, way: open ? currentOrigin() : [] }));
  if (seen.open !== open) setSeen({ open, way: open ? currentOrigin() : seen.way });
  return {
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      nearestLeft(seen.way)?.focus();
    },
  };
}

export type FocusReturn = ReturnType<typeof useFocusReturn>;
