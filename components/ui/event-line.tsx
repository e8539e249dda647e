import { Ban, CircleDot, CircleEqual, FileText, ListTree, Zap } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names";
import { Icon, type LucideIcon } from "./icon";
import { shown } from "./shown-text";

export type EventKind = "catalogue" | "activated" | "already" | "resource" | "refused" | "step";

type EventLook = { icon: LucideIcon; hue: string; selected: string };

/** The one table of what a skill event looks like: transcript, timeline, ledger, review and set-up take it from here. */
export const eventLooks: Readonly<Record<EventKind, EventLook>> = {
  catalogue: {
    icon: ListTree,
    hue: "text-ev-catalogue",
    selected: "bg-ev-catalogue-soft shadow-[inset_0_0_0_1px_var(--ev-catalogue)]",
  },
  activated: {
    icon: Zap,
    hue: "text-ev-activated",
    selected: "bg-ev-activated-soft shadow-[inset_0_0_0_1px_var(--ev-activated)]",
  },
  already: {
    icon: CircleEqual,
    hue: "text-ev-already",
    selected: "bg-ev-already-soft shadow-[inset_0_0_0_1px_var(--ev-already)]",
  },
  resource: {
    icon: FileText,
    hue: "text-ev-resource",
    selected: "bg-ev-resource-soft shadow-[inset_0_0_0_1px_var(--ev-resource)]",
  },
  refused: {
    icon: Ban,
    hue: "text-ev-refused",
    selected: "bg-ev-refused-soft shadow-[inset_0_0_0_1px_var(--ev-refused)]",
  },
  step: { icon: CircleDot, hue: "text-ink-3", selected: "bg-hover shadow-[inset_0_0_0_1px_var(--ink-3)]" },
};

type EventLineProps = Omit<ComponentProps<"button">, "children"> & {
  kind: EventKind;
  /** "Activated", "Already active", "Refused"; absent where a whole sentence was recorded. */
  word?: string;
  /** The rest of the sentence; machine words in <code>. */
  children?: ReactNode;
  /** Stands at the right: "+1,204 tokens", "1,204 tokens saved", "error returned". */
  effect?: ReactNode;
  selected?: boolean;
  /** Replaces the kind's icon. */
  icon?: LucideIcon | undefined;
};

/**
 * Shows one skill event in 28 px, on a fixed grid of icon, sentence and effect. It is a button where it selects, else
 * a plain line.
 */
export function EventLine({
  kind,
  word,
  children,
  effect,
  selected = false,
  icon,
  className,
  onClick,
  ...rest
}: EventLineProps) {
  const look = eventLooks[kind];
  const classes = classNames(
    "relative grid min-h-7 w-full grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-2 rounded-1 pr-2 pl-1 text-left",
    selected ? look.selected : onClick && "hover:bg-hover",
    className,
  );
  const parts = (
    <>
      <Icon of={icon ?? look.icon} size={15} className={classNames("justify-self-center", look.hue)} />
      <span className="truncate @max-[420px]:whitespace-normal compact:whitespace-normal">
        {word === undefined ? null : (
          <span className={classNames("mr-1 font-medium", kind === "step" ? "text-ink" : look.hue)}>
            {word}
          </span>
        )}{" "}
        <span className="text-ink-2">{children}</span>
      </span>
      <span className="whitespace-nowrap text-right text-12 text-ink-3">{shown(effect)}</span>
    </>
  );
  if (!onClick) return <div className={classes}>{parts}</div>;
  return (
    <button
      {...rest}
      type="button"
      onClick={onClick}
      aria-current={selected ? "true" : undefined}
      className={classes}
    >
      {parts}
    </button>
  );
}
