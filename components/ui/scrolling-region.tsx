import type { ReactNode } from "react";

type ScrollingRegionProps = {
  /** Names it, as every stop of the Tab key has a name. */
  label: string;
  children: ReactNode;
};

/** Lets a table that is wider than the page scroll by itself, with the arrow keys too. */
export function ScrollingRegion({ label, children }: ScrollingRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="relative overflow-x-auto">
      {children}
    </section>
  );
}
