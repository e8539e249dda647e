"use client";

import { useState } from "react";

/** Where the focus was: for a menu's item, which goes with its menu, the button that opened the menu. */
function originOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest("[role=menu]");
  const origin = menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : element;
  return origin instanceof HTMLElement ? origin : null;
}

const currentOrigin = () => (typeof document === "undefined" ? null : originOf(document.activeElement));

/**
 * For a dialog opened without a trigger of its own: remembers where the focus was, and takes it back there.
 * It looks while rendering, because a field with autoFocus has the focus before any effect runs.
 */
export function useFocusReturn(open: boolean) {
  const [seen, setSeen] = useState(() => ({ open, origin: open ? currentOrigin() : null }));
  if (seen.open !== open) setSeen({ open, origin: open ? currentOrigin() : seen.origin });
  return {
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      seen.origin?.focus();
    },
  };
}

export type FocusReturn = ReturnType<typeof useFocusReturn>;
