import type { ReactNode } from "react";
import { classNames } from "./class-names";

type KbdProps = { children: ReactNode; className?: string | undefined };

/** Draws one key; a combination is written as one Kbd per key. */
export function Kbd({ children, className }: KbdProps) {
  return (
    <kbd
      className={classNames(
        "inline-grid h-[18px] min-w-[18px] place-items-center rounded-1 border border-line-strong bg-bg px-1 text-11 leading-none text-ink-3",
        className,
      )}
    >
      {children}
    </kbd>
  );
}
