"use client";

import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { completeMention, type Mentioned, matchingPeople, mentionAt } from "./mention-text";

type Typed = { start: number; caret: number; query: string };

/** Who is offered for the name being typed after an "@", and what the keys do while somebody is. */
export function useMentions<Person extends Mentioned>(
  people: readonly Person[],
  text: string,
  onText: (text: string) => void,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const [typed, setTyped] = useState<Typed | null>(null);
  const [active, setActive] = useState(0);
  const caret = useRef<number | null>(null);
  const found = typed ? matchingPeople(people, typed.query) : [];
  const open = found.length > 0;
  const close = () => setTyped(null);
  const choose = ({ name }: Person) => {
    if (!typed) return;
    const done = completeMention(text, typed.caret, typed.start, name);
    onText(done.text);
    close();
    caret.current = done.caret;
  };
  // With the text, before anything else can be typed.
  useLayoutEffect(() => {
    if (caret.current === null) return;
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  /** True when the key was for the list. */
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
  const look = (value: string, caret: number) => {
    const mention = mentionAt(value, caret);
    setTyped(mention && { ...mention, caret });
    setActive(0);
  };
  return { found, active, open, close, choose, press, look };
}
