"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { everybody, type PeopleFilter, peopleQuery } from "@/components/data/instance-queries";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { Input } from "@/components/ui/input";
import { NotLoaded } from "@/components/ui/not-loaded";
import { itemsOf } from "@/components/ui/paged-query";
import { Select } from "@/components/ui/select";
import { ShowMore } from "@/components/ui/show-more";
import { client } from "@/lib/api/client";
import { PeopleTable } from "./people-table";

const pauseMs = 250;
const filters = [
  { value: "all", label: "Everybody" },
  { value: "operators", label: "Operators" },
  { value: "deactivated", label: "Deactivated" },
] as const;

/** Everybody with an account here: who looks after the installation, who gets in, and how they get back in. */
export function PeoplePage() {
  const [typed, setTyped] = useState<PeopleFilter>(everybody);
  const settled = useSettled(typed);
  const isNarrowed = typed.query !== "" || typed.filter !== "all";
  return (
    <section className="py-6">
      <h2>People</h2>
      <p className="mt-1 mb-2 text-12 text-ink-3">
        Operators look after accounts and create workspaces. They see into no workspace that they do not
        belong to; every act is in the installation’s audit trail.
      </p>
      <FilterBar label="Filter the people" inset>
        <Input
          type="search"
          icon={Search}
          aria-label="Name or e-mail"
          placeholder="Name or e-mail"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          className="w-56"
          value={typed.query}
          onChange={({ target }) => setTyped({ ...typed, query: target.value })}
        />
        <Select
          aria-label="Who"
          value={typed.filter}
          onChange={({ target }) =>
            setTyped({
              ...typed,
              filter: filters.find(({ value }) => value === target.value)?.value ?? "all",
            })
          }
        >
          {filters.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </FilterBar>
      <People filter={settled} onClear={isNarrowed ? () => setTyped(everybody) : null} />
    </section>
  );
}

/** Asks when the typing pauses. */
function useSettled(typed: PeopleFilter): PeopleFilter {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ ...typed, query: typed.query.trim() }), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}

function People({ filter, onClear }: { filter: PeopleFilter; onClear: (() => void) | null }) {
  const list = useInfiniteQuery(peopleQuery(client.accounts, filter));
  const people = itemsOf(list);
  if (!list.isSuccess && people.length === 0)
    return (
      <NotLoaded
        query={list}
        loading="Loading the people"
        failed="The people could not be read"
        className="my-4"
      />
    );
  if (people.length === 0)
    return (
      <EmptyState
        inline
        title={
          filter.filter === "deactivated" && filter.query === "" ? "Nobody is deactivated" : "Nobody fits"
        }
        action={onClear ? <Button onClick={onClear}>Show everybody</Button> : null}
      />
    );
  return (
    <>
      <PeopleTable people={people} />
      <ShowMore list={list} className="mt-3" />
    </>
  );
}
