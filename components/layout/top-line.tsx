import { ChevronRight } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { markHidden } from "@/lib/kernel/mark-hidden";

export type Crumb = { label: string; href: string };

type TopLineProps = {
  title: ReactNode;
  crumbs?: readonly Crumb[];
  /** The title is a machine's name: a skill. */
  mono?: boolean;
  /** How it stands: stays in sight however long the title is. */
  state?: ReactNode;
  /** Facts and a sentence stand right of the title. */
  chips?: ReactNode;
  /** They are secondary. What does not fit at 1024 px belongs in a Menu. */
  actions?: ReactNode;
  /** There is one primary action. */
  primary?: ReactNode;
};

/** Where you are, and what you can do here. */
export function TopLine({ title, crumbs = [], mono = false, state, chips, actions, primary }: TopLineProps) {
  return (
    <header className="flex h-top flex-none items-center gap-2 border-line border-b px-4 compact:h-auto compact:min-h-top compact:flex-wrap compact:py-2">
      {crumbs.length === 0 ? null : (
        <nav aria-label="Breadcrumb" className="flex flex-none items-center">
          {crumbs.map((crumb) => (
            <span
              key={crumb.href}
              className="inline-flex items-center gap-1.5 whitespace-nowrap pr-1.5 text-ink-3 last:pr-0"
            >
              <Link
                href={crumb.href}
                className="inline-flex min-h-6 items-center underline-offset-3 hover:text-ink hover:underline"
              >
                {crumb.label}
              </Link>
              <Icon of={ChevronRight} size={14} />
            </span>
          ))}
        </nav>
      )}
      <h1
        title={typeof title === "string" ? markHidden(title) : undefined}
        className={classNames(
          "min-w-0 truncate text-14 compact:whitespace-normal compact:[overflow-wrap:anywhere]",
          mono ? "font-mono text-13 tracking-[-0.02em]" : "tracking-[-0.005em]",
        )}
      >
        {title}
      </h1>
      {state ? (
        <div className="flex flex-none items-center gap-2 whitespace-nowrap text-ink-3">{state}</div>
      ) : null}
      <div className="flex min-w-0 flex-1 items-center gap-2 overflow-hidden whitespace-nowrap text-ink-3 compact:max-w-full compact:flex-initial compact:flex-wrap compact:whitespace-normal">
        {chips}
      </div>
      <div className="flex flex-none items-center gap-2 compact:ml-auto compact:min-w-0 compact:max-w-full compact:shrink compact:flex-wrap">
        {actions}
        {primary}
      </div>
    </header>
  );
}
