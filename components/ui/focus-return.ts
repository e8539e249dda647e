"use client";

import { useRef } from "react";

/** Where the focus was: for a menu's item, which goes with its menu, the button that opened the menu. */
function originOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest("[role=menu]");
  const origin = menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : element;
  return origin instanceof HTMLElement ? origin : null;
}

/** For a dialog opened without a trigger of its own: remembers where the focus was, and takes it back there. */
export function useFocusReturn() {
  const origin = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      origin.current = originOf(document.activeElement);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      origin.current?.focus();
    },
  };
}
