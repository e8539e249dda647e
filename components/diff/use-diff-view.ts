"use client";

import { useSyncExternalStore } from "react";
import { browserSetting, useBrowserSetting } from "@/components/ui/browser-setting";

export type DiffView = "split" | "unified";
const setting = browserSetting("greenroom-diff-view");
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
  const wished = useBrowserSetting(setting) === "unified" ? "unified" : "split";
  return [hasRoom ? wished : "unified", setting.set];
}
