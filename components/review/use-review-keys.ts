"use client";

import type { RefObject } from "react";
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
  showTab: (at: 0 | 1 | 2) => void;
};

const isSeen = (element: HTMLElement) => element.offsetParent !== null;

/** The keys of a review. J and K stop at every change and every thread; the others act on where one stands. */
export function useReviewKeys({ region, ...acts }: ReviewKeys): void {
  const move = (step: 1 | -1) => {
    const stops = [...(region.current?.querySelectorAll<HTMLElement>("[data-stop]") ?? [])].filter(isSeen);
    const current = document.activeElement?.closest<HTMLElement>("[data-stop]");
    const at = current ? stops.indexOf(current) : -1;
    const next = at === -1 ? (step === 1 ? 0 : stops.length - 1) : at + step;
    const stop = stops[Math.max(0, Math.min(stops.length - 1, next))];
    // A table row is stood on through its link.
    (stop?.hasAttribute("tabindex") ? stop : stop?.querySelector<HTMLElement>("a, button"))?.focus();
    stop?.scrollIntoView({ block: "nearest" });
  };
  const inThread = (selector: string) => () => {
    const button = document.activeElement?.closest("[data-thread]")?.querySelector<HTMLElement>(selector);
    if (button) button.click();
    else toast("Go to a thread with J or K first.");
  };
  useShortcut("j", "Next change or thread", () => move(1));
  useShortcut("k", "Previous change or thread", () => move(-1));
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
}
