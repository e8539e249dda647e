"use client";

import { useEffect, useRef } from "react";

/** What a reader does to go elsewhere. */
const moves = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/**
 * Brings an element to the top of the view, and keeps it there while what stands above it is still being drawn: files
 * get their lines one after another, and push away what was gone to. It ends as soon as the reader moves.
 */
export function useHeldPlace(): (place: HTMLElement) => void {
  const letGo = useRef<(() => void) | null>(null);
  useEffect(() => () => letGo.current?.(), []);
  return (place) => {
    letGo.current?.();
    const show = () => place.scrollIntoView({ block: "start" });
    const sizes = new ResizeObserver(show);
    const end = () => {
      sizes.disconnect();
      for (const move of moves) window.removeEventListener(move, end, true);
      letGo.current = null;
    };
    for (const move of moves) window.addEventListener(move, end, { capture: true, passive: true });
    letGo.current = end;
    show();
    sizes.observe(place.parentElement ?? place);
  };
}
