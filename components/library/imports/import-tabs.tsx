"use client";

import { classNames } from "@/components/ui/class-names";
import { formatNumber } from "@/components/ui/format";
import type { ImportItem } from "@/lib/imports/import-schema";
import type { Decisions } from "./import-choices";

export type ImportView = "all" | "decide" | "findings" | "refused";

const views = [
  { view: "all", label: "All" },
  { view: "decide", label: "To decide" },
  { view: "findings", label: "With findings" },
  { view: "refused", label: "Refused" },
] as const satisfies readonly { view: ImportView; label: string }[];

/** The packages a view shows, in the order they were found. */
export function filterItems(
  items: readonly ImportItem[],
  decisions: Decisions,
  problems: ReadonlyMap<string, string>,
  view: ImportView,
): readonly ImportItem[] {
  if (view === "all") return items;
  return items.filter((item) => {
    if (view === "refused") return item.state === "refused";
    if (view === "findings") return item.errorCount + item.warningCount + item.blockingCount > 0;
    return item.state !== "refused" && (decisions.get(item.id) === null || problems.has(item.id));
  });
}

type ImportTabsProps = {
  items: readonly ImportItem[];
  decisions: Decisions;
  problems: ReadonlyMap<string, string>;
  view: ImportView;
  onView: (view: ImportView) => void;
};

/** Which of the found packages to look at. */
export function ImportTabs({ items, decisions, problems, view: current, onView }: ImportTabsProps) {
  return (
    <fieldset className="flex h-10 min-w-0 flex-none items-stretch gap-4 overflow-x-auto overflow-y-hidden border-line border-b px-4">
      <legend className="sr-only">Show</legend>
      {views.map(({ view, label }) => (
        <button
          key={view}
          type="button"
          aria-pressed={view === current}
          onClick={() => onView(view)}
          className={classNames(
            "relative inline-flex min-w-6 items-center gap-1.5 whitespace-nowrap text-ink-3 hover:text-ink",
            view === current &&
              "font-medium text-ink after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:bg-accent-text",
          )}
        >
          {label}{" "}
          <span className="font-normal text-12 text-ink-3">
            {formatNumber(filterItems(items, decisions, problems, view).length)}
          </span>
        </button>
      ))}
    </fieldset>
  );
}
