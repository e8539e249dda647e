"use client";

import { longestQuery } from "@/components/data/skill-filters";
import { Input } from "@/components/ui/input";
import { useTypedFilter } from "../table/use-typed-filter";

type NamePatternProps = {
  /** Empty for any name. */
  pattern: string;
  onPattern: (pattern: string) => void;
  onLeave: () => void;
};

/** Filters by the whole name. */
export function NamePattern({ pattern, onPattern, onLeave }: NamePatternProps) {
  const typed = useTypedFilter(pattern, onPattern, onLeave);
  return (
    <Input
      {...typed}
      mono
      aria-label="Name pattern"
      title="* stands for any characters, ? for one"
      placeholder="Name: pdf-*"
      maxLength={longestQuery}
      className="w-[120px]"
    />
  );
}
