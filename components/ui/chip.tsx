import type { ReactNode } from "react";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { classNames } from "./class-names";
import { Icon, type LucideIcon } from "./icon";

type ChipProps = {
  icon?: LucideIcon | undefined;
  /** Not settled yet: an overlay, a draft in place of a version. */
  dashed?: boolean;
  title?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** Frames a fact. It is not for states in lists: those are State. */
export function Chip({ icon, dashed = false, title, className, children }: ChipProps) {
  return (
    <span
      title={title && markHidden(title)}
      className={classNames(
        "inline-flex h-[22px] min-w-0 items-center gap-[5px] whitespace-nowrap rounded-1 border border-line-strong bg-bg px-[7px] text-12 text-ink-2 [&_svg]:text-ink-3",
        dashed && "border-dashed",
        className,
      )}
    >
      {icon ? <Icon of={icon} size={13} /> : null}
      {children}
    </span>
  );
}
