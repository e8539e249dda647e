"use client";

import { Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { DialogFoot } from "@/components/ui/dialog-frame";
import { formatCount, formatNumber } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { Progress } from "@/components/ui/progress";
import { ShownText } from "@/components/ui/shown-text";
import { actWords, type ManyAct, undoLabel } from "./act-words";
import { countRows, type Run, undoable } from "./batch-run";
import { reportText } from "./report-text";
import { RowGroups } from "./row-groups";

type RunViewProps = {
  workspace: string;
  kind: ManyAct;
  run: Run;
  /** What is done was taken back, or is being taken back. */
  isUndo: boolean;
  onStop: () => void;
  onGoOn: () => void;
  onRetry: () => void;
  onUndo: () => void;
  close: () => void;
  /** Where to go from here. */
  next?: ReactNode;
};

/** How far it came while it goes on; then what came of each. */
export function RunView(props: RunViewProps) {
  const { workspace, kind, run, isUndo } = props;
  const words = actWords[kind];
  const total = run.rows.length + run.waiting.length;
  const isRunning = run.phase === "running";
  return (
    <div className="flex flex-col gap-4">
      {isRunning ? (
        <Progress label={isUndo ? "Undoing" : words.doing} done={run.rows.length} total={total} />
      ) : (
        <Summary {...props} total={total} />
      )}
      <RowGroups
        workspace={workspace}
        kind={kind}
        rows={run.rows}
        words={{
          done: isUndo ? "undone" : words.done,
          refused: "refused",
          unchanged: isUndo ? "as before already" : words.unchanged,
        }}
        refusedNote="nothing of it was changed"
      />
      <DialogFoot>
        {isRunning ? (
          <>
            <span className="mr-auto text-12 text-ink-3">What is done stays done.</span>
            <Button autoFocus shortcut="Esc" onClick={props.onStop}>
              Stop
            </Button>
          </>
        ) : (
          <ReportButtons {...props} />
        )}
      </DialogFoot>
    </div>
  );
}

function Summary({ kind, run, isUndo, total, onGoOn }: RunViewProps & { total: number }) {
  const words = actWords[kind];
  const counts = countRows(run.rows);
  const said = [
    `${formatNumber(counts.done)} ${isUndo ? "undone" : words.done}`,
    ...(counts.refused > 0 ? [`${formatNumber(counts.refused)} refused`] : []),
    ...(counts.unchanged > 0
      ? [`${formatNumber(counts.unchanged)} ${isUndo ? "as before already" : words.unchanged}`]
      : []),
  ].join(", ");
  const goOn = <Button onClick={onGoOn}>Go on with {formatCount(run.waiting.length, "skill")}</Button>;
  return (
    <>
      <p role="status" className="text-14">
        {said}.
      </p>
      {run.phase === "cut-off" ? (
        <Notice
          tone="error"
          title={`Cut off after ${formatNumber(run.rows.length)} of ${formatCount(total, "skill")}`}
          action={goOn}
        >
          <ShownText
            text={`${run.problem ?? "The server did not answer."} Nothing is done twice when you go on.`}
          />
        </Notice>
      ) : null}
      {run.phase === "stopped" ? (
        <Notice
          tone="warning"
          title={`Stopped after ${formatNumber(run.rows.length)} of ${formatCount(total, "skill")}`}
          action={goOn}
        >
          The rest is as it was.
        </Notice>
      ) : null}
    </>
  );
}

function ReportButtons({ kind, run, isUndo, onRetry, onUndo, close, next }: RunViewProps) {
  const { refused } = countRows(run.rows);
  const canUndo = isUndo ? 0 : undoable(run.rows).length;
  return (
    <>
      <span className="mr-auto">
        <CopyButton text={reportText(kind, run)} label="Copy report">
          Copy report
        </CopyButton>
      </span>
      {canUndo > 0 ? (
        <Button icon={Undo2} onClick={onUndo}>
          {undoLabel(kind, canUndo)}
        </Button>
      ) : null}
      {refused > 0 ? <Button onClick={onRetry}>Retry the refused</Button> : null}
      {next}
      <Button autoFocus variant="primary" onClick={close}>
        Done
      </Button>
    </>
  );
}
