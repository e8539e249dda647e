import { classNames } from "@/components/ui/class-names";
import { eventLooks } from "@/components/ui/event-line";
import { formatCount, formatNumber, formatTokens } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import type { ActivityFigures } from "@/lib/activity/schema";
import type { ActivityOutcome } from "@/lib/runtime/count-activity";
import { outcomeWords } from "./activity-words";

type FigureStripProps = { figures: ActivityFigures; conversations: number };

/** The five things that can happen, each with its number. */
export function FigureStrip({ figures, conversations }: FigureStripProps) {
  const of = figures.share?.of ?? 0;
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] border-line border-b">
      <Figure
        outcome="activated"
        value={figures.activated}
        note={`in ${formatCount(conversations, "conversation")}`}
      />
      <Figure
        outcome="already-active"
        value={figures.alreadyActive}
        note={`${formatTokens(figures.tokensSaved)} saved, estimate`}
      />
      <Figure
        outcome="repeated"
        value={figures.repeated}
        note={`${formatTokens(figures.tokensRepeated)} twice, estimate`}
      />
      <Figure outcome="not-chosen" value={figures.notChosen} note={`of ${formatCount(of, "turn")}`} />
      <Figure
        outcome="refused"
        value={figures.refused}
        note={figures.refused === 0 ? "nothing" : "why: below"}
      />
    </dl>
  );
}

function Figure({ outcome, value, note }: { outcome: ActivityOutcome; value: number; note: string }) {
  const { word, kind } = outcomeWords[outcome];
  const { icon, hue } = eventLooks[kind];
  return (
    <div className="border-line border-r px-4 py-2.5 last:border-r-0">
      <dt className="flex items-center gap-1.5 text-12 text-ink-3">
        <span className={classNames("flex-none", hue)}>
          <Icon of={icon} size={14} />
        </span>
        {word}
      </dt>
      <dd>
        <span className="block font-semibold text-20 tabular-nums">{formatNumber(value)}</span>
        <span className="block text-12 text-ink-3">{note}</span>
      </dd>
    </div>
  );
}
