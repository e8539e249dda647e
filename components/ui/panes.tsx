"use client";

import type { ReactNode } from "react";
import { Group, Panel, Separator, useDefaultLayout } from "react-resizable-panels";
import { classNames } from "./class-names";

type PanesProps = {
  /** Remembers the sizes in this browser under this name: "editor". */
  id: string;
  /** Sizes are remembered by these ids, in the order of the panes. */
  paneIds: readonly string[];
  /** Panes take turns with PaneHandles. */
  children: ReactNode;
  className?: string | undefined;
};

const noStorage = { getItem: () => null, setItem: () => {} };

/** Panes side by side with handles between them; where there is no room (compact) they stack and the document scrolls. */
export function Panes({ id, paneIds, children, className }: PanesProps) {
  const layout = useDefaultLayout({
    id: `greenroom-panes-${id}`,
    panelIds: [...paneIds],
    storage: typeof window === "undefined" ? noStorage : window.localStorage,
  });
  return (
    <Group
      orientation="horizontal"
      defaultLayout={layout.defaultLayout}
      onLayoutChanged={layout.onLayoutChanged}
      // Important, because the library writes its own layout as inline styles.
      className={classNames(
        "h-full min-h-0 compact:block! compact:h-auto! compact:overflow-visible! compact:[&>[data-panel]]:block!",
        className,
      )}
    >
      {children}
    </Group>
  );
}

type PaneProps = {
  id: string;
  /** It is "320px" or "30%". */
  defaultSize: string;
  minSize?: string | undefined;
  maxSize?: string | undefined;
  children: ReactNode;
  className?: string | undefined;
};

export function Pane({ id, defaultSize, minSize, maxSize, children, className }: PaneProps) {
  return (
    <Panel
      id={id}
      // The server cannot know the sizes that this browser remembers: its style differs on purpose.
      suppressHydrationWarning
      defaultSize={defaultSize}
      minSize={minSize}
      maxSize={maxSize}
      className={classNames("flex h-full min-h-0 min-w-0 flex-col compact:h-auto", className)}
    >
      {children}
    </Panel>
  );
}

/** The line between two panes: drag it, or focus it and use the arrow keys. */
export function PaneHandle({ label }: { label: string }) {
  return (
    <Separator
      aria-label={label}
      className="relative w-px flex-none bg-line outline-none before:absolute before:-inset-x-1 before:inset-y-0 hover:bg-line-control focus-visible:bg-focus focus-visible:shadow-[0_0_0_1px_var(--focus)] compact:pointer-events-none compact:h-px compact:w-full compact:before:hidden"
    />
  );
}
