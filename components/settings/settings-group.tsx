import type { ReactNode } from "react";
import { ShownText, shown } from "@/components/ui/shown-text";

type SettingsGroupProps = {
  title: string;
  /** What it decides, in a sentence. */
  help?: ReactNode;
  children: ReactNode;
};

/** One matter: its name and reason left, its controls right. */
export function SettingsGroup({ title, help, children }: SettingsGroupProps) {
  return (
    <section className="grid grid-cols-[240px_minmax(0,1fr)] gap-x-10 gap-y-3 border-line border-b py-6 last:border-b-0 max-[860px]:grid-cols-1">
      <div>
        <h2>
          <ShownText text={title} />
        </h2>
        {help ? <div className="mt-1 text-12 text-ink-3">{help}</div> : null}
      </div>
      <div className="grid min-w-0 max-w-[720px] content-start gap-4">{children}</div>
    </section>
  );
}

type SettingsFactsProps = { items: readonly { term: string; value: ReactNode }[] };

/** Facts that are read, not set. */
export function SettingsFacts({ items }: SettingsFactsProps) {
  return (
    <dl className="border-line border-t">
      {items.map(({ term, value }) => (
        <div
          key={term}
          className="grid min-h-row grid-cols-[200px_minmax(0,1fr)] items-center gap-x-4 border-line border-b py-1.5 compact:grid-cols-1"
        >
          <dt className="text-ink-3">
            <ShownText text={term} />
          </dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{shown(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
