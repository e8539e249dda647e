"use client";

import type { RefObject } from "react";
import { walkStops } from "@/components/diff/use-diff-keys";
import { useShortcut } from "@/components/layout/keyboard";
import { toast } from "@/components/ui/toaster";

export type ReviewKeys = {
  /** What scrolls: changes and threads are found in it. */
  region: RefObject<HTMLElement | null>;
  approve: (() => void) | null;
  requestChanges: (() => void) | null;
  publish: (() => void) | null;
  rehearse: (() => void) | null;
  comment: (() => void) | null;
  showTab: (at: 0 | 1 | 2 | 3) => void;
};

/** Binds the keys of a review. J and K stop at every change and every thread; the others act on where one stands. */
export function useReviewKeys({ region, ...acts }: ReviewKeys): void {
  const inThread = (selector: string) => () => {
    const button = document.activeElement?.closest("[data-thread]")?.querySelector<HTMLElement>(selector);
    if (button) button.click();
    else toast("Go to a thread with J or K first.");
  };
  useShortcut("j", "Next change or thread", () => walkStops(region.current, 1));
  useShortcut("k", "Previous change or thread", () => walkStops(region.current, -1));
  useShortcut("r", "Reply to the thread", inThread("[data-thread-reply]"));
  useShortcut("x", "Resolve or reopen the thread", inThread("[data-thread-resolve]"));
  useShortcut("y", "Apply the suggestion", inThread("[data-thread-apply]"));
  useShortcut("c", "Comment on the review", () => acts.comment?.(), { enabled: acts.comment !== null });
  useShortcut("t", "Rehearse the draft", () => acts.rehearse?.(), { enabled: acts.rehearse !== null });
  useShortcut("a", "Approve", () => acts.approve?.(), { enabled: acts.approve !== null });
  useShortcut("q", "Request changes", () => acts.requestChanges?.(), {
    enabled: acts.requestChanges !== null,
  });
  useShortcut("p", "Publish", () => acts.publish?.(), { enabled: acts.publish !== null });
  useShortcut("1", "Changes", () => acts.showTab(0));
  useShortcut("2", "Discussion", () => acts.showTab(1));
  useShortcut("3", "Rehearsals", () => acts.showTab(2));
  useShortcut("4", "Proof", () => acts.showTab(3));
}
