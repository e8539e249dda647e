"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useSyncExternalStore } from "react";
import { replaceAddress } from "@/components/layout/replace-address";

export const inspectorTabs = ["event", "why", "context", "prompt", "request", "response", "raw"] as const;
export type InspectorTab = (typeof inspectorTabs)[number];

/**
 * `event`: null for the newest exchange. `branch`: null for the line used last; another line starts without a selection. `skill`: the one whose absence is
 * asked about; another event starts without.
 */
export type Selecting = { event?: number | null; tab?: InspectorTab; branch?: string | null; skill?: string };

const watchers = new Set<() => void>();

function watch(watcher: () => void) {
  watchers.add(watcher);
  window.addEventListener("popstate", watcher);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener("popstate", watcher);
  };
}

const searchNow = () => window.location.search;

/** Read from the address itself: the router's own state follows in a transition, which a busy page puts off. */
function useSearch(): URLSearchParams {
  const fromServer = useSearchParams();
  return new URLSearchParams(useSyncExternalStore(watch, searchNow, () => `?${fromServer}`));
}

/**
 * Which line, event and tab of the inspector are shown. The address holds them, so that a reload, Back and a link
 * sent to a colleague show the same. Choosing adds to the history; walking with J and K does not.
 */
export function useSelection() {
  const params = useSearch();
  const seq = Number(params.get("event") ?? Number.NaN);
  const selectedSeq = Number.isSafeInteger(seq) && seq > 0 ? seq : null;
  const named = inspectorTabs.find((tab) => tab === params.get("tab"));
  const tab: InspectorTab = named ?? (selectedSeq === null ? "context" : "event");
  const branch = params.get("branch");
  const select = useCallback(
    ({ event, tab: chosen, branch: line, skill: asked }: Selecting, { walking = false } = {}) => {
      const next = new URLSearchParams(window.location.search);
      if (line !== undefined) next.delete("event");
      if (line !== undefined || event !== undefined) next.delete("skill");
      if (line === null) next.delete("branch");
      else if (line !== undefined) next.set("branch", line);
      if (event === null) next.delete("event");
      else if (event !== undefined) next.set("event", String(event));
      if (chosen !== undefined) next.set("tab", chosen);
      if (asked !== undefined) next.set("skill", asked);
      const address = `${window.location.pathname}?${next}`;
      // A tab says twice that it was chosen, by the pointer and by its focus: Back leads to another view each time.
      if (address === `${window.location.pathname}${window.location.search}`) return;
      if (walking) replaceAddress(address);
      else window.history.pushState(null, "", address);
      for (const watcher of watchers) watcher();
    },
    [],
  );
  return { selectedSeq, tab, branch, skill: params.get("skill"), select };
}
