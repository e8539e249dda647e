"use client";

import { type KeyboardEvent, useState } from "react";

type OfferedActs<Item> = { choose: (item: Item) => void; close: () => void };

/**
 * What is offered while somebody writes: which entry stands out, and what keys do while there is any. The focus stays
 * in the text; arrows move, Enter and Tab choose, Escape closes. `press` is true when the key was for the list.
 */
export function useOffered<Item>(found: readonly Item[], { choose, close }: OfferedActs<Item>) {
  const [active, setActive] = useState(0);
  const open = found.length > 0;
  const press = (event: KeyboardEvent): boolean => {
    if (!open) return false;
    const move = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const chosen = found[active];
    const picks = (event.key === "Enter" && !event.metaKey && !event.ctrlKey) || event.key === "Tab";
    if (move !== 0) setActive((active + move + found.length) % found.length);
    else if (picks && chosen) choose(chosen);
    else if (event.key === "Escape") close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { found, active, open, choose, close, press, startOver: () => setActive(0) };
}
