"use client";

import { Input } from "@/components/ui/input";
import { longestQuery } from "./skill-filters";
import { useTypedFilter } from "./use-typed-filter";

type NamePatternProps = {
  /** Empty for any name. */
  pattern: string;
  onPattern: (pattern: string) => void;
  /** Arrow down and Enter leave the field for the list. */
  onLeave: () => void;
};

/** Filters by the whole name. */
export function NamePattern({ pattern, onPattern, onLeave }: NamePatternProps) {
  const { text, setText } = useTypedFilter(pattern, onPattern);
  return (
    <Input
      mono
      aria-label="Name pattern"
      title="* stands for any characters, ? for one"
      placeholder="Name: pdf-*"
      autoComplete="off"
      spellCheck={false}
      maxLength={longestQuery}
      className="w-[120px]"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "ArrowDown" || event.key === "Enter") {
          event.preventDefault();
          onLeave();
        }
        if (event.key === "Escape") setText("");
      }}
    />
  );
}
