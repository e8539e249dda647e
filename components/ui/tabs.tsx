"use client";

import { Tabs as Radix } from "radix-ui";
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { classNames } from "./class-names";
import { edgeFades, useScrollEdges } from "./use-scroll-edges";

/** Holds TabList and TabPanels. `value` and `onValueChange`, or `defaultValue`. */
export function Tabs({ className, ...rest }: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root {...rest} className={classNames("flex min-h-0 min-w-0 flex-col", className)} />;
}

type TabListProps = { label: string; children: ReactNode; end?: ReactNode; className?: string | undefined };

export function TabList({ label, children, end, className }: TabListProps) {
  const list = useRef<HTMLDivElement>(null);
  const { cut, look } = useScrollEdges(list);
  // An address may name a tab that lies beyond the edge of a small screen.
  useEffect(() => {
    const active = list.current?.querySelector<HTMLElement>("[data-state=active]");
    if (list.current && active)
      list.current.scrollLeft = active.offsetLeft + active.offsetWidth - list.current.clientWidth;
  }, []);
  return (
    <div
      className={classNames(
        "flex h-10 min-w-0 flex-none items-stretch gap-4 border-line border-b px-4 compact:h-auto compact:flex-wrap",
        className,
      )}
    >
      <Radix.List
        ref={list}
        aria-label={label}
        onFocus={({ target, currentTarget }) => {
          // After a press with the pointer Radix leaves the next focus on the list, where nobody sees it.
          if (target === currentTarget)
            currentTarget.querySelector<HTMLElement>("[data-state=active]")?.focus();
        }}
        onScroll={look}
        className={classNames(
          "relative -mx-1.5 flex min-w-0 items-stretch gap-1 overflow-x-auto overflow-y-hidden [scrollbar-width:none]",
          cut && edgeFades[cut],
        )}
      >
        {children}
      </Radix.List>
      {end ? (
        <div className="ml-auto flex items-center gap-2 whitespace-nowrap text-12 text-ink-3">{end}</div>
      ) : null}
    </div>
  );
}

type TabProps = { value: string; count?: number | string | undefined; children: ReactNode };

/** Radix moves the focus by script, which browsers mark like the keyboard's: a press with the pointer takes the ring away. */
export function Tab({ value, count, children }: TabProps) {
  const [byPointer, setByPointer] = useState(false);
  return (
    <Radix.Trigger
      value={value}
      data-by-pointer={byPointer || undefined}
      onPointerDown={() => setByPointer(true)}
      onKeyDown={() => setByPointer(false)}
      onBlur={() => setByPointer(false)}
      className="data-by-pointer:outline-none -outline-offset-2 relative inline-flex h-10 min-w-6 flex-none items-center gap-1.5 whitespace-nowrap rounded-1 px-1.5 text-ink-3 after:absolute after:inset-x-1.5 after:bottom-0 after:h-0.5 hover:text-ink data-[state=active]:font-medium data-[state=active]:text-ink data-[state=active]:after:bg-accent-text"
    >
      {children}
      {count === undefined ? null : <span className="font-normal text-12 text-ink-3">{count}</span>}
    </Radix.Trigger>
  );
}

export function TabPanel({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content {...rest} className={classNames("min-h-0 flex-1 -outline-offset-2", className)} />;
}
