"use client";

import { useCallback, useEffect, useState } from "react";
import type { FileChange } from "@/lib/library/diffs/diff-schema";

const prefix = "greenroom-viewed:";
const pairOf = ({ before, after }: FileChange) => `${before?.sha256 ?? ""}:${after?.sha256 ?? ""}`;

function readMarks(key: string): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(prefix + key) ?? "{}");
    if (typeof stored !== "object" || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter(([, pair]) => typeof pair === "string"));
  } catch {
    return {};
  }
}

/** Which files somebody has ticked, in this browser. A tick holds for two texts: a changed file asks to be read again. */
export function useViewedFiles(key: string) {
  const [marks, setMarks] = useState<Record<string, string>>({});
  useEffect(() => setMarks(readMarks(key)), [key]);
  const setViewed = useCallback(
    (file: FileChange, viewed: boolean) => {
      const { [file.path]: _, ...others } = readMarks(key);
      const next = viewed ? { ...others, [file.path]: pairOf(file) } : others;
      localStorage.setItem(prefix + key, JSON.stringify(next));
      setMarks(next);
    },
    [key],
  );
  const isViewed = useCallback((file: FileChange) => marks[file.path] === pairOf(file), [marks]);
  return { isViewed, setViewed };
}
