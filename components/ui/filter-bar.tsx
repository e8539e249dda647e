import type { ReactNode } from "react";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { classNames } from "./class-names";

type FilterBarProps = {
  label: string;
  children: ReactNode;
  end?: ReactNode;
  /** As wide as the list below it, where that does not reach the edges of the page. */
  inset?: boolean;
};

/** The 44 px line of search and filters over a list. */
export function FilterBar({ label, children, end, inset = false }: FilterBarProps) {
  return (
    <search
      aria-label={markHidden(label)}
      className={classNames(
        "flex min-h-bar flex-none flex-wrap items-center gap-2 border-line border-b py-1.5",
        !inset && "px-4",
      )}
    >
      {children}
      {end ? <div className="ml-auto flex items-center gap-2 whitespace-nowrap text-ink-3">{end}</div> : null}
    </search>
  );
}
