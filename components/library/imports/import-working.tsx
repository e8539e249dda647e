"use client";

import { Button } from "@/components/ui/button";
import { formatBytes } from "@/components/ui/format";
import { Progress } from "@/components/ui/progress";
import { ShownText } from "@/components/ui/shown-text";
import type { Import } from "@/lib/imports/import-schema";
import { useImportProgress } from "./use-import-progress";

type ImportWorkingProps = {
  workspace: string;
  current: Import;
  onCancel: () => void;
  isCancelling: boolean;
};

/** Counted progress while the server reads or stores. Leaving the page does not stop it. */
export function ImportWorking({ workspace, current, onCancel, isCancelling }: ImportWorkingProps) {
  const { state, progress } = useImportProgress(workspace, current);
  const isReading = state === "reading";
  return (
    <div className="mx-auto grid w-full max-w-[640px] gap-6 px-6 pt-[88px] pb-6 compact:px-4 compact:pt-8">
      <div className="grid gap-2">
        <h2 className="text-20 tracking-[-0.02em]">
          {isReading ? "Looking at what you dropped" : "Storing skills"}
        </h2>
        <p className="text-14 text-ink-2">
          {isReading
            ? "Every package is read and checked. Nothing is stored before you say so."
            : "Each skill is stored as a whole or not at all. You can leave this page; the work goes on."}
        </p>
      </div>
      <Progress
        label={isReading ? "Packages read" : "Imported"}
        done={progress.done}
        total={progress.total === 0 ? null : progress.total}
      />
      <Sources current={current} />
      <div>
        <Button onClick={onCancel} pending={isCancelling}>
          {isReading ? "Cancel" : "Stop here"}
        </Button>
        {isReading ? null : <p className="mt-1 text-12 text-ink-3">Skills stored so far stay.</p>}
      </div>
    </div>
  );
}

const sourceStates = { waiting: "Waiting", read: "Read", refused: "Refused" } as const;

function Sources({ current }: { current: Import }) {
  return (
    <ul className="border-line border-t">
      {current.sources.map((source) => (
        <li
          key={source.fileName}
          className="flex min-h-row items-center justify-between gap-4 border-line border-b"
        >
          <span className="min-w-0 truncate font-mono text-12">
            <ShownText text={source.fileName} />
          </span>
          <span className="flex-none text-ink-3">
            {formatBytes(source.size)}, {sourceStates[source.state].toLowerCase()}
          </span>
        </li>
      ))}
    </ul>
  );
}
