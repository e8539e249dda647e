import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { Icon, type LucideIcon } from "@/components/ui/icon";
import { markHidden } from "@/lib/kernel/mark-hidden";

type PaneListProps = { label: string; children: ReactNode };

export function PaneList({ label, children }: PaneListProps) {
  return (
    <ul aria-label={markHidden(label)} className="grid gap-3">
      {children}
    </ul>
  );
}

type PaneItemProps = {
  icon: LucideIcon;
  tone?: "neutral" | "warning";
  title: ReactNode;
  /** It stands at the right of the title. */
  end?: ReactNode;
  /** A remark stands below. */
  children?: ReactNode;
};

/** Shows one fact of a side pane: icon, title, figure, and a remark. */
export function PaneItem({ icon, tone = "neutral", title, end, children }: PaneItemProps) {
  return (
    <li className="grid grid-cols-[16px_minmax(0,1fr)_auto] gap-x-2">
      <Icon
        of={icon}
        size={15}
        className={classNames("mt-0.5", tone === "warning" ? "text-warn" : "text-ink-3")}
      />
      <span className="min-w-0 [overflow-wrap:anywhere]">{title}</span>
      <span className="whitespace-nowrap text-right text-ink-3">{end}</span>
      {children ? (
        <div className="col-start-2 col-end-4 text-12 text-ink-3 [overflow-wrap:anywhere]">{children}</div>
      ) : null}
    </li>
  );
}
