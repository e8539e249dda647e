import { Ban, Check, CircleDashed, CircleSlash, CornerUpRight, Zap } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { Icon, type LucideIcon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import type { TriggerOutcome } from "@/lib/proof/proof-options";
import { outcomeWords } from "./proof-words";

const icons = {
  right: Check,
  missed: CircleSlash,
  stolen: CornerUpRight,
  fired: Zap,
  invalid: Ban,
} as const satisfies Record<TriggerOutcome, LucideIcon>;

/** Only these are problems, and coloured. */
export const isWrong = (outcome: TriggerOutcome | null): boolean =>
  outcome === "missed" || outcome === "stolen" || outcome === "fired";

type OutcomeWordProps = {
  /** Null: none of its trials is done yet. */
  outcome: TriggerOutcome | null;
  /** The skill that was activated instead, or though none should have been. */
  by: string | null;
};

/** What a case came to in one host: icon and word. */
export function OutcomeWord({ outcome, by }: OutcomeWordProps) {
  if (outcome === null)
    return (
      <span className="inline-flex items-center gap-1.5 align-middle text-ink-3">
        <Icon of={CircleDashed} size={14} />
        Not run
      </span>
    );
  const wrong = isWrong(outcome);
  return (
    <span
      className={classNames(
        "inline-flex max-w-full items-center gap-1.5 align-middle",
        wrong ? "text-warn" : "[&_svg]:text-ink-3",
        outcome === "invalid" && "text-ink-3",
      )}
    >
      <Icon of={icons[outcome]} size={14} />
      <span className="truncate">
        {outcomeWords[outcome]}
        {(outcome === "stolen" || outcome === "fired") && by !== null ? (
          <>
            {outcome === "stolen" ? " by " : ": "}
            <span className="font-mono text-12">
              <ShownText text={by} />
            </span>
          </>
        ) : null}
      </span>
    </span>
  );
}
