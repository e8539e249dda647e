"use client";

import { useEffect, useRef, useState } from "react";
import { useSettled } from "./use-name-check";

/** A filter that is typed: shows every letter at once and asks when the typing pauses. */
export function useTypedFilter(value: string, onValue: (value: string) => void) {
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

  return { text, setText };
}
