"use client";

import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useOffered } from "@/components/ui/use-offered";
import { completeMention, type Mentioned, matchingPeople, mentionAt } from "./mention-text";

type Typed = { start: number; caret: number; query: string };

/** Who is offered for the name being typed after an "@". */
export function useMentions<Person extends Mentioned>(
  people: readonly Person[],
  text: string,
  onText: (text: string) => void,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const [typed, setTyped] = useState<Typed | null>(null);
  const caret = useRef<number | null>(null);
  const found = typed ? matchingPeople(people, typed.query) : [];
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
  const { startOver, ...offered } = useOffered(found, { choose, close });
  const look = (value: string, caret: number) => {
    const mention = mentionAt(value, caret);
    setTyped(mention && { ...mention, caret });
    startOver();
  };
  return { ...offered, look };
}
