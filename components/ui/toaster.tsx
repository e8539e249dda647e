"use client";

import type { ExternalToast } from "sonner";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { useLoaded } from "./use-loaded";

const load = () => import("./toaster-view");
const afterFirstPaint = () => new Promise<void>((resolve) => setTimeout(resolve, 200));
const loadView = () => afterFirstPaint().then(load);

type Kind = "message" | "success" | "warning" | "error";

/** What is said before the toaster is there, it shows when it comes. */
const sayAs = (kind: Kind) => (message: string, options?: ExternalToast) =>
  void load().then(({ show }) => show[kind](markHidden(message), options && inMarks(options)));

const inMarks = (options: ExternalToast): ExternalToast =>
  typeof options.description === "string"
    ? { ...options, description: markHidden(options.description) }
    : options;

/**
 * Shows short news at the corner: `toast("Moved to 3", { action: { label: "Undo", onClick } })`. Errors stay until
 * closed.
 */
export const toast = Object.assign(sayAs("message"), {
  success: sayAs("success"),
  warning: sayAs("warning"),
  error: sayAs("error"),
});

/** The place for news. It is there before the first news, so that screen readers hear them. */
export function Toaster() {
  const module = useLoaded(loadView);
  return module ? <module.ToasterView /> : null;
}
