"use client";

import { useQueryClient } from "@tanstack/react-query";
import { askWhatBatchesChange } from "@/components/data/batch-queries";
import { formatCount, formatNumber } from "@/components/ui/format";
import { toast } from "@/components/ui/toaster";
import { actWords, type ManyAct } from "./act-words";
import { carryOn, countRows, newRun, type Run, type RunRow, undoable } from "./batch-run";
import { takesBack } from "./take-back";

/** Once a report is closed, what was done can still be taken back at one press; how that goes is told the same way. */
export function useOfferUndo(workspace: string, kind: ManyAct) {
  const cache = useQueryClient();
  return (rows: readonly RunRow[]) => {
    const names = undoable(rows).map(({ name }) => name);
    if (names.length === 0) return;
    const proceed = async (from: Run) => {
      const end = await carryOn(from, {
        send: takesBack(workspace, rows),
        isStopped: () => false,
        onProgress: () => undefined,
      });
      void askWhatBatchesChange(cache, workspace);
      tellEnd(end, () => void proceed(end));
    };
    const { done } = actWords[kind === "publish" ? "assign" : kind];
    toast(`${formatCount(names.length, "skill")} ${done}.`, {
      action: { label: "Undo", onClick: () => void proceed(newRun(names)) },
    });
  };
}

function tellEnd(end: Run, goOn: () => void): void {
  const { refused } = countRows(end.rows);
  const undone = formatCount(end.rows.length - refused, "skill");
  if (end.phase === "cut-off") {
    toast.error(`Undone for ${undone}, then cut off. ${end.problem ?? ""}`, {
      action: { label: `Go on with ${formatNumber(end.waiting.length)}`, onClick: goOn },
    });
  } else if (refused > 0) {
    const first = end.rows.find(({ outcome }) => outcome === "refused");
    toast.warning(`Undone for ${undone}, refused for ${formatNumber(refused)}.`, {
      ...(first && { description: `${first.name}: ${first.summary}` }),
    });
  } else toast(`Undone for ${undone}.`);
}
