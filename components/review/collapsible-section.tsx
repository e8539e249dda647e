"use client";

import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";

type CollapsibleSectionProps = {
  title: ReactNode;
  /** It stands beside the title. */
  remark?: ReactNode;
  /** It stands at the right, outside of the button. */
  end?: ReactNode;
  startOpen?: boolean;
  /** What is above it ends with a line already. */
  flush?: boolean;
  children: ReactNode;
};

/** A bar with a title that opens and closes what is below it. */
export function CollapsibleSection({
  title,
  remark,
  end,
  startOpen = true,
  flush = false,
  children,
}: CollapsibleSectionProps) {
  const [open, setOpen] = useState(startOpen);
  const id = useId();
  return (
    <section aria-labelledby={`${id}-title`}>
      <div
        className={classNames(
          "flex min-h-row items-center gap-2 border-line border-b bg-sunken pr-4",
          flush ? null : "border-t",
        )}
      >
        <h3 className="min-w-0 flex-1 font-normal">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
            className="flex min-h-row w-full min-w-0 items-center gap-2 pl-4 text-left -outline-offset-2"
          >
            <Icon of={open ? ChevronDown : ChevronRight} size={14} className="text-ink-3" />
            <span id={`${id}-title`} className="truncate font-medium">
              {title}
            </span>
            {remark ? <span className="truncate text-12 text-ink-3 narrow:hidden">{remark}</span> : null}
          </button>
        </h3>
        {end ? <div className="whitespace-nowrap text-12">{end}</div> : null}
      </div>
      <div id={id} hidden={!open}>
        {children}
      </div>
    </section>
  );
}
