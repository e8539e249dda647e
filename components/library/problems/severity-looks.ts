import { CircleX, Info, TriangleAlert } from "lucide-react";

/** How much a broken rule or a finding weighs: for the eye, and in a word for readers. */
export const severityLooks = {
  error: { icon: CircleX, hue: "text-danger", word: "Error" },
  warning: { icon: TriangleAlert, hue: "text-warn", word: "Warning" },
  info: { icon: Info, hue: "text-ink-3", word: "Note" },
} as const;
