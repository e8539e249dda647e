"use client";

import { type ReactNode, useSyncExternalStore } from "react";
import { Group, Panel, Separator, useDefaultLayout } from "react-resizable-panels";
import { classNames } from "./class-names";

type PanesProps = {
  /** Remembers the sizes in this browser under this name: "editor". */
  id: string;
  /** Pane ids, in order, for the remembered sizes. */
  paneIds: readonly string[];
  /** Pane, PaneHandle, Pane, ... */
  children: ReactNode;
  className?: string | undefined;
};

const serverStorage = { getItem: () => null, setItem: () => {} };
const compactQuery = "(width < 640px), (height < 420px)";

function subscribeCompact(listener: () => void) {
  const media = window.matchMedia(compactQuery);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

/** Whether panes should stack: a phone, or 400 % zoom. */
export function useIsCompact(): boolean {
  return useSyncExternalStore(
    subscribeCompact,
    () => window.matchMedia(compactQuery).matches,
    () => false,
  );
}

/** Panes side by side with handles between them; stacked where there is no room. */
export function Panes({ id, paneIds, children, className }: PanesProps) {
  const layout = useDefaultLayout({
    id: `greenroom-panes-${id}`,
    panelIds: [...paneIds],
    storage: typeof window === "undefined" ? serverStorage : window.localStorage,
  });
  const isCompact = useIsCompact();
  if (isCompact) return <div className={classNames("flex flex-col", className)}>{children}</div>;
  return (
    <Group
      orientation="horizontal"
      defaultLayout={layout.defaultLayout}
      onLayoutChanged={layout.onLayoutChanged}
      className={classNames("h-full min-h-0", className)}
    >
      {children}
    </Group>
  );
}

type PaneProps = {
  id: string;
  /** "320px" or "30%". */
  defaultSize: string;
  minSize?: string;
  maxSize?: string;
  children: ReactNode;
  className?: string | undefined;
};

export function Pane({ id, defaultSize, minSize, maxSize, children, className }: PaneProps) {
  const isCompact = useIsCompact();
  const classes = classNames("flex h-full min-h-0 min-w-0 flex-col", className);
  if (isCompact) return <div className={classNames(classes, "h-auto")}>{children}</div>;
  return (
    <Panel
      id={id}
      defaultSize={defaultSize}
      {...(minSize === undefined ? {} : { minSize })}
      {...(maxSize === undefined ? {} : { maxSize })}
      className={classes}
    >
      {children}
    </Panel>
  );
}

/** The line between two panes: drag it, or focus it and use the arrow keys. */
export function PaneHandle({ label }: { label: string }) {
  const isCompact = useIsCompact();
  if (isCompact) return <hr className="border-line" />;
  return (
    <Separator
      aria-label={label}
      className="relative w-px flex-none bg-line outline-none before:absolute before:inset-y-0 before:-inset-x-1 hover:bg-line-control focus-visible:bg-focus focus-visible:shadow-[0_0_0_1px_var(--focus)]"
    />
  );
}
