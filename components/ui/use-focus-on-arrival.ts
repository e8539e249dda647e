import { type RefObject, useLayoutEffect, useState } from "react";

/** Open ones: the menu that led here may still be on its way out. */
const overlays = ["dialog", "alertdialog", "menu"]
  .map((role) => `[role=${role}]:not([data-state=closed])`)
  .join();

/**
 * Gives a field of a page the focus when it comes, if that is wanted then. What lies over the page keeps it: it would
 * take the focus back with its own field selected, and the next letter would replace what was typed there.
 */
export function useFocusOnArrival(field: RefObject<HTMLElement | null>, isWanted: boolean): void {
  const [wasWanted] = useState(isWanted);
  useLayoutEffect(() => {
    if (wasWanted && document.querySelector(overlays) === null) field.current?.focus();
  }, [field, wasWanted]);
}
