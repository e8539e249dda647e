"use client";

import { useCallback, useEffect, useState } from "react";

/**
 * What somebody writes at one place, kept by the tab until it is sent: a reload, or a way through sign-in when the
 * session has ended, loses no words.
 */
export function useKeptWords(place: string): [string, (words: string) => void] {
  const key = `greenroom-words ${place}`;
  const [words, setWords] = useState("");
  useEffect(() => {
    // After the first paint: the server knows nothing of it.
    const kept = sessionStorage.getItem(key);
    if (kept) setWords((now) => now || kept);
  }, [key]);
  const write = useCallback(
    (next: string) => {
      setWords(next);
      try {
        if (next === "") sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, next);
      } catch {
        // More than a tab may keep: it is on the screen all the same.
      }
    },
    [key],
  );
  return [words, write];
}
