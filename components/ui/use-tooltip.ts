"use client";

import { useEffect, useRef, useState } from "react";

const hoverMs = 400;
/** Long enough to move from the control onto the words. */
const graceMs = 120;

/** When a tooltip is open: while its control has the focus, and a moment after the pointer came. Esc puts it away. */
export function useTooltip() {
  const [open, setOpen] = useState(false);
  const [byFocus, setByFocus] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const byPointer = useRef(false);
  const set = (next: boolean) => {
    clearTimeout(timer.current);
    setOpen(next);
  };
  const after = (delayMs: number, next: boolean) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => set(next), delayMs);
  };
  const close = () => set(false);
  const forgetPress = () => {
    byPointer.current = false;
  };

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") setOpen(false);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [open]);

  return {
    open,
    byFocus,
    close,
    soon: () => {
      setByFocus(false);
      after(hoverMs, true);
    },
    later: () => after(graceMs, false),
    pressed: () => {
      byPointer.current = true;
      document.addEventListener("pointerup", forgetPress, { once: true });
      set(false);
    },
    /** The focus that a press brings says nothing: whoever presses knows what it is. */
    focused: () => {
      if (byPointer.current) return;
      setByFocus(true);
      set(true);
    },
  };
}
