"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { type ReactNode, useState } from "react";
import { improvementQuery, improvementsQuery, type Whose } from "@/components/data/improvement-queries";
import { useShortcut } from "@/components/layout/keyboard";
import { putInAddress } from "@/components/layout/put-in-address";
import { classNames } from "@/components/ui/class-names";
import { NotLoaded } from "@/components/ui/not-loaded";
import { RelativeTime } from "@/components/ui/relative-time";
import { client } from "@/lib/api/client";
import type { Improvement } from "@/lib/improvements/schema";
import { outcomeWords, stateWords } from "./improve-words";
import { SearchView } from "./search-view";

/** Which search is shown, as the address says; a reload and a link show the same. */
export function useShownSearch() {
  const params = useSearchParams();
  const [id, setId] = useState(() => params.get("search"));
  const show = (next: string) => {
    setId(next);
    putInAddress({ search: next });
  };
  return { id, show };
}

type SearchesProps = {
  workspace: string;
  whose: Whose;
  shown: ReturnType<typeof useShownSearch>;
  /** Where there is none yet. */
  empty: ReactNode;
};

/** Every search at the left, the newest first; the one that is looked at beside it. */
export function Searches({ workspace, whose, shown, empty }: SearchesProps) {
  const list = useQuery(improvementsQuery(client.improvements, workspace, whose));
  const items = list.data?.items ?? [];
  const id = shown.id ?? items[0]?.id ?? null;
  const one = useQuery({
    ...improvementQuery(client.improvements, workspace, id ?? ""),
    enabled: id !== null,
  });
  const go = (by: number) => {
    const next = items[items.findIndex((item) => item.id === id) + by];
    if (next) shown.show(next.id);
  };
  useShortcut("j", "Earlier search", () => go(1), { enabled: items.length > 1 });
  useShortcut("k", "Later search", () => go(-1), { enabled: items.length > 1 });
  if (!list.data)
    return (
      <NotLoaded
        query={list}
        loading="Loading the searches"
        failed="The searches could not be shown"
        wholePage
      />
    );
  if (id === null) return <>{empty}</>;
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[240px_minmax(0,1fr)] overflow-auto compact:block">
      <nav aria-label="Searches" className="border-line border-r compact:border-r-0 compact:border-b">
        <ul>
          {items.map((item) => (
            <li key={item.id}>
              <SearchRow item={item} isShown={item.id === id} onShow={() => shown.show(item.id)} />
            </li>
          ))}
        </ul>
      </nav>
      {one.data ? (
        <SearchView workspace={workspace} search={one.data} />
      ) : (
        <NotLoaded query={one} loading="Loading the search" failed="The search could not be shown" />
      )}
    </div>
  );
}

type SearchRowProps = { item: Improvement; isShown: boolean; onShow: () => void };

function SearchRow({ item, isShown, onShow }: SearchRowProps) {
  const { state, outcome, kind, createdAt } = item;
  return (
    <button
      type="button"
      aria-current={isShown ? "true" : undefined}
      onClick={onShow}
      className={classNames(
        "grid w-full gap-0.5 border-line border-b px-4 py-2 text-left hover:bg-hover",
        isShown && "bg-press",
      )}
    >
      <span className="font-medium">{outcome === null ? stateWords[state] : outcomeWords[outcome]}</span>
      <span className="text-12 text-ink-3">
        {kind === "improve" ? "Improve" : "Shorten"}, <RelativeTime at={createdAt} ago />
      </span>
    </button>
  );
}
