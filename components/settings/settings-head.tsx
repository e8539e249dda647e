import type { ReactNode } from "react";
import { shown } from "@/components/ui/shown-text";

type SettingsHeadProps = {
  title: ReactNode;
  /** How many there are. */
  said?: string;
  /** What is made here, at the other end. */
  children?: ReactNode;
};

/** The first line of a page with a list: what it lists, and what can be done. */
export function SettingsHead({ title, said, children }: SettingsHeadProps) {
  return (
    <div className="mb-2 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-2">
      <h2>{shown(title)}</h2>
      {said === undefined ? null : <span className="text-ink-3">{said}</span>}
      <div className="ml-auto flex gap-2 empty:hidden">{children}</div>
    </div>
  );
}
