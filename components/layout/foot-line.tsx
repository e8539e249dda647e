import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { KeyCaps } from "./key-caps";

type FootLineProps = {
  /** Figures of the page come in a <span> each. */
  children?: ReactNode;
  /** Name the keys worth showing: `{ keys: "j k", label: "move" }`. */
  keys?: readonly { keys: string; label: string }[];
};

/** Takes 28 px for figures and keys under a page. */
export function FootLine({ children, keys = [] }: FootLineProps) {
  return (
    <footer
      className={classNames(
        "flex h-status flex-none items-center gap-4 overflow-hidden whitespace-nowrap border-line border-t bg-sunken px-4 text-12 text-ink-3 compact:h-auto compact:min-h-status compact:flex-wrap compact:py-1 [&>span]:inline-flex [&>span]:items-center [&>span]:gap-1.5",
        // Keys alone: a screen without room for them has no line for them either.
        !children && "narrow:hidden",
      )}
    >
      {children}
      {keys.length === 0 ? null : (
        <span className="ml-auto gap-4! narrow:hidden!">
          {keys.map(({ keys: combination, label }) => (
            <span key={combination} className="inline-flex items-center gap-1.5">
              <KeyCaps keys={combination} />
              {label}
            </span>
          ))}
        </span>
      )}
    </footer>
  );
}
