"use client";

import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { Icon, type LucideIcon } from "@/components/ui/icon";
import { Tooltip } from "@/components/ui/tooltip";

export const railItem =
  "flex h-8 w-full flex-none items-center gap-2 rounded-2 px-2 text-left text-ink-2 outline-offset-0 hover:bg-hover hover:text-ink aria-[current=page]:bg-press aria-[current=page]:font-medium aria-[current=page]:text-ink focus-visible:rounded-2 narrow:w-8 narrow:justify-center narrow:px-0 group-data-slim/shell:w-8 group-data-slim/shell:justify-center group-data-slim/shell:px-0";

/** Seen in the wide rail only; elsewhere the words stay for readers, and the tooltip shows them. */
export const wideOnly = "narrow:sr-only group-data-slim/shell:sr-only";

type RailTipProps = { label: ReactNode; slim: boolean; children: ComponentProps<typeof Tooltip>["children"] };

/** Names a slim item on hover. In the wide rail the words stand there already. */
export function RailTip({ label, slim, children }: RailTipProps) {
  return (
    <Tooltip content={label} side="right" className={slim ? undefined : "hidden narrow:block"}>
      {children}
    </Tooltip>
  );
}

/** How much in a room is there for this person: "3" and "unread". */
export type Waiting = { count: string; words: string };

type RailLinkProps = {
  href: string;
  icon: LucideIcon;
  label: string;
  current: boolean;
  slim: boolean;
  waiting: Waiting | undefined;
};

export function RailLink({ href, icon, label, current, slim, waiting }: RailLinkProps) {
  return (
    <RailTip label={waiting ? `${label}, ${waiting.count} ${waiting.words}` : label} slim={slim}>
      <Link
        href={href}
        aria-current={current ? "page" : undefined}
        className={classNames(railItem, "relative")}
      >
        <Icon of={icon} />
        <span className={classNames("flex-1 truncate", wideOnly)}>{label}</span>
        {waiting ? (
          <span className="rounded-1 bg-accent-soft px-1 font-medium text-11 text-accent-text narrow:absolute narrow:-top-0.5 narrow:-right-0.5 narrow:px-0.5 group-data-slim/shell:absolute group-data-slim/shell:-top-0.5 group-data-slim/shell:-right-0.5 group-data-slim/shell:px-0.5">
            {waiting.count} <span className="sr-only">{waiting.words}</span>
          </span>
        ) : null}
      </Link>
    </RailTip>
  );
}
