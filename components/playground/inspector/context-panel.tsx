"use client";

import { Check, LogOut, MessageSquare, Plus, RefreshCw } from "lucide-react";
import { useMemo } from "react";
import { classNames } from "@/components/ui/class-names";
import { eventIcons } from "@/components/ui/event-icons";
import { eventLooks } from "@/components/ui/event-line";
import { formatChange, formatNumber, formatPercent, formatTokens } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Meter } from "@/components/ui/meter";
import { Section } from "@/components/ui/section";
import { ShownText } from "@/components/ui/shown-text";
import { computeLedger, type Ledger, type LedgerChange, type LedgerTurn } from "@/lib/runtime/compute-ledger";
import { eventName } from "@/lib/runtime/event-words";
import type { SessionEvent } from "@/lib/runtime/events";
import type { Turn } from "../transcript/transcript";
import { LedgerBars } from "./ledger-bars";
import { LedgerTable } from "./ledger-table";
import { ledgerView, shownTurns, tokensRepeatedIn, tokensSavedIn } from "./ledger-view";

type ContextPanelProps = {
  events: readonly SessionEvent[];
  turn: Turn;
  onSelect: (seq: number) => void;
};

/** Of the turns that are shown: a long conversation has many more. */
const ledgerOf = (events: readonly SessionEvent[], { runId }: Turn): Ledger =>
  computeLedger(events, { runId, columns: shownTurns });

/** What fills the model's window after a turn, and what changed since the one before. */
export function ContextPanel({ events, turn, onSelect }: ContextPanelProps) {
  // Text weighs only when its step is confirmed: pieces that stream in change nothing here.
  const weighing = events.findLast(({ type }) => type !== "text")?.seq ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `weighing` stands for the part of the log that counts
  const ledger = useMemo(() => ledgerOf(events, turn), [weighing, events[0]?.conversationId, turn.runId]);
  const column = ledger.turns.find(({ runId }) => runId === turn.runId);
  if (!column) return null;
  const view = ledgerView(ledger, column.turn);
  return (
    <>
      <Section
        title="What fills the window"
        end={
          <span>
            <strong className="font-semibold text-ink">{formatNumber(column.total)}</strong> of{" "}
            {formatTokens(ledger.windowTokens)} (estimate)
          </span>
        }
      >
        <LedgerBars view={view} />
        <LedgerTable view={view} />
        <WindowGauge ledger={ledger} used={column.total} />
      </Section>
      <Changes column={column} turn={turn} onSelect={onSelect} />
    </>
  );
}

function WindowGauge({ ledger, used }: { ledger: Ledger; used: number }) {
  const { windowTokens, shorteningTokens } = ledger;
  const share = windowTokens === 0 ? 0 : used / windowTokens;
  const words = `${formatPercent(share)} of the window used`;
  return (
    <div className="mt-4">
      <Meter
        label="Model window"
        parts={[{ label: "Used", value: used, fill: "bg-fill-instructions" }]}
        max={windowTokens}
        mark={shorteningTokens}
        valueText={words}
        className="h-1.5"
      />
      <p className="mt-1.5 flex justify-between gap-4 text-12 text-ink-3">
        <span>
          <ShownText text={words} />
        </span>
        <span>shortening starts at {formatNumber(shorteningTokens)}</span>
      </p>
    </div>
  );
}

const changeLooks = {
  entered: { word: "Entered", icon: Plus, hue: "text-ink" },
  left: { word: "Left", icon: LogOut, hue: "text-ink" },
  held: { word: "Held", icon: eventLooks.already.icon, hue: eventLooks.already.hue },
  refused: { word: "Refused", icon: eventLooks.refused.icon, hue: eventLooks.refused.hue },
  prefix: { word: "Changed", icon: RefreshCw, hue: "text-ink" },
  history: { word: "History", icon: MessageSquare, hue: "text-ink" },
  "unchanged-prefix": { word: "Prefix unchanged", icon: Check, hue: "text-ink" },
} as const satisfies Record<LedgerChange["kind"], unknown>;

/** What repeats of skills saved in a prompt, or cost it where the host gives them again; null for neither. */
function sayRepeats(total: number, saved: number, repeated: number): string | null {
  if (repeated > 0) return `${formatNumber(repeated)} of ${formatNumber(total)} twice`;
  return saved > 0 ? `${formatNumber(total)} instead of ${formatNumber(total + saved)}` : null;
}

type ChangesProps = { column: LedgerTurn; turn: Turn; onSelect: (seq: number) => void };

function Changes({ column, turn, onSelect }: ChangesProps) {
  if (column.changes.length === 0) return null;
  return (
    <Section
      title={`What changed since turn ${column.turn - 1}`}
      end={sayRepeats(column.total, tokensSavedIn(turn), tokensRepeatedIn(turn))}
      className="border-b-0"
    >
      <ul className="-mx-1">
        {column.changes.map((change, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same change may stand there twice
          <li key={at}>
            <ChangeLine change={change} turn={turn} onSelect={onSelect} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Gives an entered skill or file its event's own hue. */
function lookOf(change: LedgerChange, turn: Turn) {
  const look = changeLooks[change.kind];
  if (change.kind === "prefix") return { ...look, word: change.label };
  if (change.kind !== "entered") return look;
  const event = turn.events.find(({ seq }) => seq === change.seq);
  if (!event) return look;
  const { hue, word, icon } = eventName(event);
  return { word, icon: eventIcons[icon], hue: eventLooks[hue].hue };
}

function ChangeLine({ change, turn, onSelect }: { change: LedgerChange } & Omit<ChangesProps, "column">) {
  const { word, icon, hue } = lookOf(change, turn);
  const { seq } = change;
  const named = change.kind !== "history" && change.kind !== "prefix" && change.kind !== "unchanged-prefix";
  const classes =
    "grid min-h-7 w-full grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-2 rounded-1 px-1 text-left";
  const parts = (
    <>
      <Icon of={icon} size={15} className={classNames("justify-self-center", hue)} />
      <span className="truncate compact:whitespace-normal">
        <span className={classNames("mr-1.5 font-medium", hue)}>{word}</span>
        {named ? <code className="mr-1.5">{change.label}</code> : null}
        <span className="text-ink-2">
          <ShownText text={change.detail} />
        </span>
      </span>
      <span className="text-right font-semibold">
        {change.kind === "unchanged-prefix" ? formatNumber(change.tokens) : formatChange(change.tokens)}
      </span>
    </>
  );
  if (seq === null) return <div className={classes}>{parts}</div>;
  return (
    <button type="button" onClick={() => onSelect(seq)} className={classNames(classes, "hover:bg-hover")}>
      {parts}
    </button>
  );
}
