"use client";

import { useState, useSyncExternalStore } from "react";

export type DiffView = "split" | "unified";
const setting = "greenroom-diff-view";
/** Two columns of text need this much. */
const wide = "(min-width: 900px)";

function watch(tell: () => void) {
  const media = window.matchMedia(wide);
  media.addEventListener("change", tell);
  return () => media.removeEventListener("change", tell);
}

const isWide = () => window.matchMedia(wide).matches;

/** Side by side where there is room, unless somebody chose otherwise; the choice is kept in this browser. */
export function useDiffView(): [DiffView, (view: DiffView) => void] {
  const hasRoom = useSyncExternalStore(watch, isWide, () => true);
  const [chosen, setChosen] = useState<DiffView | null>(null);
  const kept = useSyncExternalStore(
    () => () => {},
    () => localStorage.getItem(setting),
    () => null,
  );
  const wished = chosen ?? (kept === "unified" ? "unified" : "split");
  const choose = (view: DiffView) => {
    localStorage.setItem(setting, view);
    setChosen(view);
  };
  return [hasRoom ? wished : "unified", choose];
}
