"use client";

import { useSession } from "@/components/layout/current-workspace";
import { eventLine } from "@/components/playground/event-line";
import { lackOf, type Turn } from "@/components/playground/transcript/transcript";
import { WordList } from "@/components/playground/transcript/word-list";
import { classNames } from "@/components/ui/class-names";
import { EventLine } from "@/components/ui/event-line";
import { Section } from "@/components/ui/section";
import { ShownText } from "@/components/ui/shown-text";
import type { RunDifference } from "@/lib/runtime/compare-runs";
import type { Comparison } from "@/lib/sessions/comparison-schema";
import { AnswerDiff } from "./answer-diff";
import { sayAnswers, sides } from "./columns-words";
import { MetricTable } from "./metrics";
import { answerOf, type ColumnLog } from "./use-column-log";

type ComparedTurnsProps = { turns: Comparison["turns"]; left: ColumnLog; right: ColumnLog };

/** Turn by turn, the newest first: whether the answers differ and where, then events that differ, then figures. */
export function ComparedTurns({ turns, left: leftLog, right: rightLog }: ComparedTurnsProps) {
  return [...turns].reverse().map((turn) => {
    const [one, other] = [leftLog, rightLog].map(({ turns: own }) =>
      own.find((each) => each.turn === turn.turn),
    );
    const [left, right] = [answerOf(one), answerOf(other)];
    const lacks = [lackOf(one), lackOf(other)];
    const verdict = sayAnswers(left === right, lacks);
    return (
      <article key={turn.turn} aria-label={`Turn ${turn.turn}`}>
        <Section
          title={`Turn ${turn.turn}: ${verdict}`}
          end={
            <span className="truncate">
              <ShownText text={turn.message} />
            </span>
          }
        >
          {lacks.map((lack, side) =>
            lack === null ? null : (
              <p key={sides[side]} className="mb-2 text-warn">
                <strong className="font-semibold">{sides[side]}:</strong> <ShownText text={lack} />
              </p>
            ),
          )}
          {left === right ? null : (
            <p className="mb-2 text-12 text-ink-3">
              Only the left says what is struck through, only the right what is marked.
            </p>
          )}
          <AnswerDiff left={left} right={right} />
        </Section>
        <Section title="Events" end={sayDifferences(turn.differences)}>
          <Differences rows={turn.differences} left={one} right={other} />
        </Section>
        <Section title="Figures">
          <MetricTable
            left={turn.metrics[0] ?? null}
            right={turn.metrics[1] ?? null}
            estimated={[isEstimated(one), isEstimated(other)]}
          />
        </Section>
      </article>
    );
  });
}

/** The built-in model reports nothing: its tokens are counted here. */
const isEstimated = (turn: Turn | undefined): boolean => turn?.start.payload.model.kind === "rules";

const words = { same: "Same", changed: "Differs", removed: "Left only", added: "Right only" } as const;

/** "2 of 9 differ". */
const sayDifferences = (rows: readonly RunDifference[]): string => {
  const count = rows.filter(({ kind }) => kind !== "same").length;
  return count === 0 ? "all the same" : `${count} of ${rows.length} differ`;
};

type DifferencesProps = {
  rows: readonly RunDifference[];
  left: Turn | undefined;
  right: Turn | undefined;
};

/** Aligns both sequences. What both did alike stands once, in grey; the rest says on which side it is. */
function Differences({ rows, left, right }: DifferencesProps) {
  if (rows.length === 0) return <p className="text-ink-3">Nothing has happened yet.</p>;
  return (
    <ol className="grid gap-0.5">
      {rows.map((row) => (
        <li
          key={`${row.left?.seq ?? ""}-${row.right?.seq ?? ""}`}
          className="grid grid-cols-[72px_minmax(0,1fr)_minmax(0,1fr)] items-center gap-x-2 compact:grid-cols-1"
        >
          <span className={classNames("text-12", row.kind === "same" ? "text-ink-3" : "font-medium")}>
            {words[row.kind]}
          </span>
          <Side turn={left} side={row.left} />
          <Side turn={right} side={row.right} />
        </li>
      ))}
    </ol>
  );
}

type SideProps = { turn: Turn | undefined; side: RunDifference["left"] };

function Side({ turn, side }: SideProps) {
  const { user } = useSession();
  const event = turn?.events.find((one) => one.seq === side?.seq);
  if (!turn || !event || !side) return <span className="compact:hidden" />;
  const line = eventLine(event, { run: turn.start, viewerId: user.id });
  return (
    <EventLine kind={line.hue} word={line.word} effect={line.effect} icon={line.icon}>
      {/* A run's own sentence says who began it; here it matters what it was given. */}
      {event.type === "run-started" ? <ShownText text={side.detail} /> : <WordList words={line.words} />}
    </EventLine>
  );
}
