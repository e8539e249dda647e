"use client";

import { WordDiff } from "@/components/ui/word-diff";
import { diffByWord } from "@/lib/diff/diff-words";

/** What the dialect says and what the host says, as one text. */
export function TextPair({ host, dialect }: { host: string; dialect: string }) {
  return <WordDiff pieces={diffByWord(dialect, host)} className="font-mono text-12" />;
}
