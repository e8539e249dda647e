"use client";

import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useSettled } from "../dialogs/use-name-check";

/**
 * The field of a filter that is typed: shows every letter at once and asks when the typing pauses. Arrow down and Enter
 * leave it for the list, Escape empties it.
 */
export function useTypedFilter(value: string, onValue: (value: string) => void, onLeave: () => void) {
  const [text, setText] = useState(value);
  const settled = useSettled(text, 180);
  const asked = useRef(value);

  useEffect(() => {
    if (settled.trim() === asked.current) return;
    asked.current = settled.trim();
    onValue(settled.trim());
  }, [settled, onValue]);

  // Back, forward and "show all" change the address from outside.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);

  return {
    value: text,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setText(target.value),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "ArrowDown" || event.key === "Enter") {
        event.preventDefault();
        onLeave();
      }
      if (event.key === "Escape") setText("");
    },
  };
}
