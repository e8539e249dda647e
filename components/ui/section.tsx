import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { shown } from "./shown-text";

type SectionProps = {
  title: ReactNode;
  /** A figure or a small control stands at the right of the title. */
  end?: ReactNode;
  children?: ReactNode;
  className?: string | undefined;
};

/** Makes a part of a pane: title, content, and a hairline below. */
export function Section({ title, end, children, className }: SectionProps) {
  return (
    <section className={classNames("border-line border-b p-4", className)}>
      <div className="mb-2 flex min-h-6 items-center gap-2">
        <h2 className="min-w-0 text-pretty [overflow-wrap:anywhere]">{shown(title)}</h2>
        {end ? (
          <div className="ml-auto flex items-center gap-2 whitespace-nowrap text-12 text-ink-3">
            {shown(end)}
          </div>
        ) : null}
      </div>
      {children}
    </section>
  );
}

type FactsProps = { items: readonly (readonly [term: ReactNode, value: ReactNode])[] };

/** Terms stand left, values right. */
export function Facts({ items }: FactsProps) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1">
      {items.map(([term, value]) => (
        <div key={String(term)} className="contents">
          <dt className="text-ink-3">{shown(term)}</dt>
          <dd className="min-w-0 text-right [overflow-wrap:anywhere]">{shown(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
