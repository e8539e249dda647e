"use client";

import { RotateCcw } from "lucide-react";
import { memo, type ReactNode } from "react";
import { CommentOnEvent, EventThreadLine } from "@/components/discussion/event-thread-line";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { eventIcons } from "@/components/ui/event-icons";
import { EventLine } from "@/components/ui/event-line";
import { formatDuration } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Markdown } from "@/components/ui/markdown";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { endName } from "@/lib/runtime/event-words";
import type { EventOf } from "@/lib/runtime/events";
import { eventLine } from "../event-line";
import { useRunActions } from "../runs/run-actions";
import { Judgements } from "./judgements";
import { messageWords } from "./message-words";
import { badgeWords } from "./run-badge";
import { RunMenu } from "./run-menu";
import { ScriptResult } from "./script-result";
import type { Answer, EndingRow, EventRow, MessageRow, TranscriptRow } from "./transcript";
import { WordList } from "./word-list";

type RowProps<T> = {
  row: T;
  run: EventOf<"run-started">;
  viewerId: string;
  selected: boolean;
  onSelect: (seq: number) => void;
};

/** It is drawn again only when its own row changes: text that streams redraws one row. */
export const TranscriptRowView = memo(function TranscriptRowView({ row, ...rest }: RowProps<TranscriptRow>) {
  switch (row.kind) {
    case "message":
      return <MessageView row={row} {...rest} />;
    case "event":
      return <EventView row={row} {...rest} />;
    case "answer":
      return <AnswerView row={row} {...rest} />;
    case "ending":
      return <EndingView row={row} {...rest} />;
  }
});

function MessageView({ row, selected, onSelect }: RowProps<MessageRow>) {
  const { startedBy, message } = row.start.payload;
  return (
    <SpeechFrame
      seqs={[row.seq]}
      who={startedBy.name}
      avatar={<Avatar name={startedBy.name} />}
      end={
        <>
          <span className="mr-2">{badgeWords(row.start.payload.model)}</span>
          <RelativeTime at={row.start.at} as="clock" />
        </>
      }
      actions={<RunMenu start={row.start} />}
      selected={selected}
      onSelect={() => onSelect(row.seq)}
      className="bg-hover"
    >
      <p className="whitespace-pre-wrap text-14 [overflow-wrap:anywhere] [unicode-bidi:plaintext] [&_code]:rounded-[3px] [&_code]:bg-bg [&_code]:px-[3px] [&_code]:py-px [&_code]:text-[12.5px]">
        <WordList words={messageWords(message)} />
      </p>
      <Judgements runId={row.start.runId} />
    </SpeechFrame>
  );
}

type SpeechFrameProps = {
  /** The events that it stands for, the selected one first. */
  seqs: readonly number[];
  who: string;
  avatar: ReactNode;
  end: ReactNode;
  /** What can be done with it, beside the line. */
  actions?: ReactNode;
  selected: boolean;
  onSelect: () => void;
  className?: string;
  children: ReactNode;
};

/** Somebody says something: who and when on a line that selects it, the words below. */
function SpeechFrame({
  seqs,
  who,
  avatar,
  end,
  actions,
  selected,
  onSelect,
  className,
  children,
}: SpeechFrameProps) {
  return (
    <article
      aria-label={who}
      className={classNames(
        "group/event relative rounded-2 py-1.5 pr-2 pl-1",
        className,
        selected && "shadow-[inset_0_0_0_1px_var(--line-control)]",
      )}
    >
      <div className="flex items-center gap-1">
        <button
          type="button"
          onClick={onSelect}
          aria-current={selected ? "true" : undefined}
          className="grid min-h-6 min-w-0 flex-1 grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-2 rounded-1 text-left"
        >
          {avatar}
          <span className="truncate font-semibold">
            <ShownText text={who} />
          </span>
          <span className="whitespace-nowrap text-12 text-ink-3">{end}</span>
        </button>
        {/* Beside what else can be done, never over it: thumbs stand there too. */}
        <CommentOnEvent seq={seqs[0] ?? 0} className={actions ? "flex-none" : "absolute top-1.5 right-2"} />
        {actions}
      </div>
      <div className="pr-8 pl-7 compact:pr-0">{children}</div>
      <EventThreadLine seqs={seqs} />
    </article>
  );
}

function EventView({ row, run, viewerId, selected, onSelect }: RowProps<EventRow>) {
  const { hue, word, words, effect, icon } = eventLine(row.event, { run, viewerId });
  return (
    <div className="group/event relative">
      <EventLine
        kind={hue}
        word={word}
        effect={effect}
        icon={icon}
        selected={selected}
        // Room for the comment button, which would cover the figures otherwise.
        className="pr-9"
        onClick={() => onSelect(row.seq)}
      >
        <WordList words={words} />
      </EventLine>
      <CommentOnEvent seq={row.seq} className="absolute top-0.5 right-0.5" />
      {row.event.type === "script-ran" ? <ScriptResult ran={row.event.payload} /> : null}
      <EventThreadLine seqs={[row.seq]} />
    </div>
  );
}

/** A block at the end of the last paragraph, where the next piece will appear. */
const caret =
  "[&>div>*:last-child]:after:ml-0.5 [&>div>*:last-child]:after:inline-block [&>div>*:last-child]:after:h-[15px] [&>div>*:last-child]:after:w-[7px] [&>div>*:last-child]:after:translate-y-[3px] [&>div>*:last-child]:after:bg-ink [&>div>*:last-child]:after:content-['']";

/** Answers quote what they were given: whole passages, with tables. */
const quoted = "[&_blockquote>*+*]:mt-2 [&_td]:[overflow-wrap:break-word] [&_th]:[overflow-wrap:normal]";

/** Each paragraph in its own direction, whatever script it is in. */
const eachDirection = "[&_:is(p,li,td,th,h4,h5,h6)]:[unicode-bidi:plaintext]";

function AnswerView({ row, run, selected, onSelect }: RowProps<Answer>) {
  const name = run.payload.agent.name;
  const end =
    row.state === "writing"
      ? "writing"
      : row.state === "cut"
        ? "cut short"
        : formatDuration(row.durationMs ?? 0);
  return (
    <SpeechFrame
      seqs={[row.seq, ...row.seqs]}
      who={name}
      avatar={<Avatar name={name} shape="agent" />}
      end={end}
      selected={selected}
      onSelect={() => onSelect(row.seq)}
    >
      <div className={row.state === "writing" ? caret : undefined}>
        <Markdown text={row.text} headingLevel={4} htmlAsText className={`${quoted} ${eachDirection}`} />
      </div>
    </SpeechFrame>
  );
}

/** How a run ended that did not simply finish with an answer, and beside it the way to try once more. */
function EndingView(props: RowProps<EndingRow>) {
  const { run } = props;
  const actions = useRunActions();
  return (
    <div className="flex items-start gap-2">
      <EndingLine {...props} />
      {actions === null ? null : (
        <Button
          size="small"
          icon={RotateCcw}
          className="mt-0.5 flex-none"
          blockedReason={actions.closedReason}
          onClick={() => actions.repeat(run.runId)}
        >
          Retry
        </Button>
      )}
    </div>
  );
}

/** A run that failed, and one that is done without an answer, which is the easier one to miss. */
const endingTone = ({ outcome }: EndingRow): string =>
  outcome === "failed" ? "text-danger" : outcome === "done" ? "text-warn" : "text-ink-2";

function EndingLine({ row, selected, onSelect }: RowProps<EndingRow>) {
  const { icon } = endName({ ...row, answer: row.answer === null ? undefined : { kind: row.answer } });
  return (
    <button
      type="button"
      onClick={() => onSelect(row.seq)}
      aria-current={selected ? "true" : undefined}
      className={classNames(
        "grid min-h-7 w-full grid-cols-[20px_minmax(0,1fr)] items-start gap-x-2 rounded-1 py-1 pr-2 pl-1 text-left hover:bg-hover",
        endingTone(row),
        selected && "bg-hover shadow-[inset_0_0_0_1px_var(--line-control)]",
      )}
    >
      <Icon of={eventIcons[icon]} size={15} className="mt-0.5 justify-self-center" />
      <span className="[overflow-wrap:anywhere]">
        <ShownText text={row.message} />
      </span>
    </button>
  );
}
