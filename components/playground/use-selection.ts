"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback } from "react";

export const inspectorTabs = ["event", "context", "prompt", "request", "response", "raw"] as const;
export type InspectorTab = (typeof inspectorTabs)[number];

type Change = { event?: number; tab?: InspectorTab };

/**
 * Which event and which tab of the inspector are shown. The address holds both, so that a reload, Back and a link
 * sent to a colleague show the same. Choosing adds to the history; walking with J and K does not.
 */
export function useSelection() {
  const pathname = usePathname();
  const params = useSearchParams();
  const seq = Number(params.get("event") ?? Number.NaN);
  const selectedSeq = Number.isSafeInteger(seq) && seq > 0 ? seq : null;
  const named = inspectorTabs.find((tab) => tab === params.get("tab"));
  const tab: InspectorTab = named ?? (selectedSeq === null ? "context" : "event");
  const select = useCallback(
    ({ event, tab: chosen }: Change, { walking = false } = {}) => {
      const next = new URLSearchParams(window.location.search);
      if (event !== undefined) next.set("event", String(event));
      if (chosen !== undefined) next.set("tab", chosen);
      const address = `${pathname}?${next}`;
      if (walking) window.history.replaceState(null, "", address);
      else window.history.pushState(null, "", address);
    },
    [pathname],
  );
  return { selectedSeq, tab, select };
}
