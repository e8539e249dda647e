import type { BodyFlag } from "@/lib/runtime/events";

const flagWords = {
  "closing-tag-neutralised": "what looks like the host's own marks was defused",
  "dynamic-command-not-run": "a command in the text was shown, not run",
  "hidden-text-removed": "characters that only a model reads were taken out",
} as const;

/** Says what was done to a text, and how often. */
export const flagWord = ({ kind, count }: BodyFlag) => `${flagWords[kind]} (${count})`;
