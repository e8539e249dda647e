"use client";

import { Search } from "lucide-react";
import type { RefObject } from "react";
import { Input } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";
import { useTypedFilter } from "./use-typed-filter";

type SkillSearchProps = {
  query: string;
  onQuery: (query: string) => void;
  inputRef: RefObject<HTMLInputElement | null>;
  onLeave: () => void;
};

/** Searches while one types. */
export function SkillSearch({ query, onQuery, inputRef, onLeave }: SkillSearchProps) {
  const typed = useTypedFilter(query, onQuery, onLeave);
  return (
    <Input
      {...typed}
      ref={inputRef}
      type="search"
      icon={Search}
      aria-label="Search skills"
      placeholder="Search name, description, body"
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      className="w-[280px] compact:w-full"
      end={<Kbd className="compact:hidden">/</Kbd>}
    />
  );
}
