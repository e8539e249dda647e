"use client";

import { Search } from "lucide-react";
import { createContext, type KeyboardEvent, type ReactNode, useContext, useRef, useState } from "react";
import { useShortcut } from "@/components/layout/keyboard";
import { matchesWords } from "@/components/layout/match-words";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { formatCount } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";

/** Which operation it is, and everything that it is found by. */
export type SearchedOperation = { id: string; words: string };

const Query = createContext("");

type OperationSearchProps = { operations: readonly SearchedOperation[]; children: ReactNode };

/** Searches the operations by path, method and meaning; the entries themselves stay as the server drew them. */
export function OperationSearch({ operations, children }: OperationSearchProps) {
  const [query, setQuery] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useShortcut("/", "Search the operations", () => field.current?.focus());
  const found = operations.filter(({ words }) => matchesWords(query, words));
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      if (query === "") field.current?.blur();
      else setQuery("");
      event.preventDefault();
    }
    const first = found[0];
    if (event.key !== "Enter" || query === "" || first === undefined) return;
    event.preventDefault();
    openEntry(first.id);
  };
  return (
    <>
      <div className="sticky top-0 z-2 bg-bg compact:static">
        <FilterBar
          label="Search the operations"
          end={
            <span role="status">
              {query === ""
                ? formatCount(operations.length, "operation")
                : `${found.length} of ${operations.length}`}
            </span>
          }
        >
          <Input
            ref={field}
            type="search"
            icon={Search}
            aria-label="Search the operations"
            placeholder="Path, method or meaning: label put, publish"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            className="w-[380px] compact:w-full"
            end={<Kbd className="compact:hidden">/</Kbd>}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
            onKeyDown={press}
          />
        </FilterBar>
      </div>
      {found.length === 0 ? (
        <EmptyState inline title="No operation fits">
          Search for a part of its path, such as labels, for its method, or for what it does.
        </EmptyState>
      ) : null}
      <Query value={query}>{children}</Query>
    </>
  );
}

type FoundProps = { words: readonly string[]; children: ReactNode };

/** Shown while one of its operations fits what was typed. */
export function Found({ words, children }: FoundProps) {
  const query = useContext(Query);
  return <div hidden={!words.some((each) => matchesWords(query, each))}>{children}</div>;
}

function openEntry(id: string): void {
  const entry = document.getElementById(id);
  if (!(entry instanceof HTMLDetailsElement)) return;
  entry.open = true;
  entry.querySelector("summary")?.focus();
}
