"use client";

import { WordDiff } from "@/components/ui/word-diff";
import { diffByWord } from "@/lib/diff/diff-words";

/** Two answers as one text: what only the left says is struck through, what only the right says is marked. */
export function AnswerDiff({ left, right }: { left: string; right: string }) {
  if (left === right)
    return <p className="text-ink-3">{left === "" ? "Neither has answered." : "Word for word the same."}</p>;
  return <WordDiff pieces={diffByWord(left, right)} className="text-14" />;
}
