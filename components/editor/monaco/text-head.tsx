"use client";

import { GitCompareArrows, SquareTerminal } from "lucide-react";
import { useMemo } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { formatNumber } from "@/components/ui/format";
import { ShownText } from "@/components/ui/shown-text";
import { countChanges, diffLines, splitLines } from "@/lib/diff/diff-lines";
import { useEditor } from "../editor-context";
import { isScript, languageName } from "../files/file-kind";
import { setExecutable, statusOf, type WorkingFile } from "../saving/draft-state";

type TextHeadProps = {
  file: WorkingFile;
  version: number | null;
  /** The text in that version; null when it has no such file. */
  baseText: string | null;
  isComparing: boolean;
  onCompare: () => void;
};

/** 40 px over the text: which file, and how it differs from the last version. */
export function TextHead({ file, version, baseText, isComparing, onCompare }: TextHeadProps) {
  const { text } = file;
  const counts = useMemo(
    () =>
      text === null || baseText === null
        ? null
        : countChanges(diffLines(splitLines(baseText), splitLines(text))),
    [text, baseText],
  );
  const status = statusOf(file);
  const isSame = counts !== null && counts.added + counts.removed === 0;
  return (
    <div className="flex h-10 flex-none items-center gap-2 border-line border-b pr-1.5 pl-3">
      <h2 className="min-w-0 truncate font-mono font-normal text-12">
        <ShownText text={file.path} />
      </h2>
      <span className="flex-none text-ink-3">
        {file.kind === "binary" ? "binary" : languageName(file.path)}
        {status === null ? "" : `, ${status}`}
      </span>
      {file.executable || isScript(file.path) ? <ExecutableToggle file={file} /> : null}
      <span className="flex-1" />
      {version !== null && counts !== null ? (
        <>
          <span className="flex-none text-12 text-ink-3">
            {isSame ? "same as" : "since"} v{version}
          </span>
          {isSame ? null : (
            <>
              <span className="flex-none font-mono text-12 text-add-ink">+{formatNumber(counts.added)}</span>
              <span className="flex-none font-mono text-12 text-del-ink">
                −{formatNumber(counts.removed)}
              </span>
            </>
          )}
          <IconButton
            icon={GitCompareArrows}
            label={isComparing ? "Back to the text" : `Show changes since v${version}`}
            aria-pressed={isComparing}
            onClick={onCompare}
          />
        </>
      ) : null}
    </div>
  );
}

/** Whether the owner of the file may run it, wherever it is unpacked. No text changes, and no digest. */
function ExecutableToggle({ file }: { file: WorkingFile }) {
  const { session } = useEditor();
  const { id, path, executable } = file;
  return (
    <Button
      variant="ghost"
      size="small"
      icon={SquareTerminal}
      aria-pressed={executable}
      aria-label={`Executable: ${path}`}
      title="Whether its owner may run the file where it is unpacked. The digest does not change."
      className={executable ? "bg-accent-soft text-ink" : undefined}
      onClick={() => session.change(setExecutable(session.draft, id, !executable))}
    >
      {executable ? "executable" : "not executable"}
    </Button>
  );
}
