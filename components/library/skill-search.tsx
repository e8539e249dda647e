"use client";

import { Search } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Input } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";
import { useSettled } from "./use-name-check";

type SkillSearchProps = {
  query: string;
  onQuery: (query: string) => void;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Arrow down leaves the field for the list. */
  onLeave: () => void;
};

/** Shows every letter at once and asks when the typing pauses. */
export function SkillSearch({ query, onQuery, inputRef, onLeave }: SkillSearchProps) {
  const [text, setText] = useState(query);
  const settled = useSettled(text, 180);
  const asked = useRef(query);

  useEffect(() => {
    if (settled.trim() === asked.current) return;
    asked.current = settled.trim();
    onQuery(settled.trim());
  }, [settled, onQuery]);

  // Back, forward and "show all" change the address from outside.
  useEffect(() => {
    if (query === asked.current) return;
    asked.current = query;
    setText(query);
  }, [query]);

  return (
    <Input
      ref={inputRef}
      type="search"
      icon={Search}
      aria-label="Search skills"
      placeholder="Search name, description, body"
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      className="w-[280px] compact:w-full"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "ArrowDown" || event.key === "Enter") {
          event.preventDefault();
          onLeave();
        }
        if (event.key === "Escape") setText("");
      }}
      end={<Kbd className="compact:hidden">/</Kbd>}
    />
  );
}
