"use client";

import { type KeyboardEvent, useEffect, useState } from "react";

type Pickable = { id: string };

type PickedOptions<Entry> = {
  entries: readonly Entry[];
  query: string;
  /** The entries shown are still those of an earlier query. */
  isSearching: boolean;
  choose: (entry: Entry) => void;
};

/**
 * Which entry stands out: the first, until somebody moves. It follows from what is shown and what was typed, so no
 * selection outlives its query. Enter during a search waits for the answer and takes its first.
 */
export function usePicked<Entry extends Pickable>({
  entries,
  query,
  isSearching,
  choose,
}: PickedOptions<Entry>) {
  const [moved, setMoved] = useState<{ id: string; query: string } | null>(null);
  const [entered, setEntered] = useState<string | null>(null);
  const kept = moved?.query === query ? entries.findIndex(({ id }) => id === moved.id) : -1;
  const at = Math.max(kept, 0);
  const picked = entries[at];
  const first = entries[0];
  const pick = (entry: Entry) => setMoved({ id: entry.id, query });
  const isDue = entered === query && !isSearching;

  useEffect(() => {
    if (!isDue) return;
    setEntered(null);
    if (first) choose(first);
  }, [isDue, first, choose]);

  /** True when the key was for the list. */
  const press = (event: KeyboardEvent): boolean => {
    if (event.nativeEvent.isComposing) return false;
    const target = targetOf(event.key, at, entries.length);
    const next = target === null ? undefined : entries[target];
    if (next) pick(next);
    else if (event.key !== "Enter") return false;
    else if (isSearching && kept === -1) setEntered(query);
    else if (picked) choose(picked);
    event.preventDefault();
    return true;
  };
  return { picked, pick, press };
}

/** Where a key leads in a list of so many entries, round its ends; null for every other key. */
function targetOf(key: string, at: number, length: number): number | null {
  switch (key) {
    case "ArrowDown":
      return (at + 1) % length;
    case "ArrowUp":
      return (at - 1 + length) % length;
    case "PageDown":
      return Math.min(at + 8, length - 1);
    case "PageUp":
      return Math.max(at - 8, 0);
    default:
      return null;
  }
}
