import type { ReactNode } from "react";
import { markHidden } from "@/lib/kernel/mark-hidden";

type FilterBarProps = { label: string; children: ReactNode; end?: ReactNode };

/** The 44 px line of search and filters over a list. */
export function FilterBar({ label, children, end }: FilterBarProps) {
  return (
    <search
      aria-label={markHidden(label)}
      className="flex min-h-bar flex-none flex-wrap items-center gap-2 border-line border-b px-4 py-1.5"
    >
      {children}
      {end ? <div className="ml-auto flex items-center gap-2 whitespace-nowrap text-ink-3">{end}</div> : null}
    </search>
  );
}
