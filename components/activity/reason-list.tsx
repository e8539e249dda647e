import { classNames } from "@/components/ui/class-names";
import { eventLooks } from "@/components/ui/event-line";
import { formatNumber } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import type { ActivityReason } from "@/lib/activity/schema";
import type { ActivityOutcome } from "@/lib/runtime/count-activity";
import { outcomeWords, reasonWords } from "./activity-words";

type ReasonListProps = { outcome: ActivityOutcome; reasons: readonly ActivityReason[] };

/** Why something happened, the most frequent first; each bar is a share of all. */
export function ReasonList({ outcome, reasons }: ReasonListProps) {
  const own = reasons.filter((one) => one.outcome === outcome);
  if (own.length === 0) return null;
  const total = own.reduce((sum, { count }) => sum + count, 0);
  const { word, kind } = outcomeWords[outcome];
  const { icon, hue } = eventLooks[kind];
  return (
    <section aria-label={word} className="px-4 py-3">
      <h3 className="mb-1.5 flex items-center gap-1.5 font-medium">
        <span className={classNames("flex-none", hue)}>
          <Icon of={icon} size={14} />
        </span>
        {word}
        <span className="ml-auto font-normal text-12 text-ink-3 tabular-nums">{formatNumber(total)}</span>
      </h3>
      <ul className="grid gap-1.5">
        {own.map((one) => (
          <li key={`${one.reason} ${one.instead ?? ""}`}>
            <span className="flex items-baseline gap-2">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {one.instead === null ? (
                  reasonWords(one)
                ) : (
                  <>
                    <code className="font-mono">
                      <ShownText text={one.instead} />
                    </code>{" "}
                    was chosen instead
                  </>
                )}
              </span>
              <span className="ml-auto tabular-nums">{formatNumber(one.count)}</span>
            </span>
            <span aria-hidden="true" className="block h-1 bg-press">
              <span className="block h-full bg-ink-3" style={{ width: `${(one.count / total) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
