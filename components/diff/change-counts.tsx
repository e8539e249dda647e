import { formatCount, formatNumber } from "@/components/ui/format";
import type { FileChange } from "@/lib/library/diffs/diff-schema";

/** `+4 −3`; nothing for what has no lines, is not counted yet, or moved as it was. */
export function ChangeCounts({ file }: { file: Pick<FileChange, "added" | "removed"> }) {
  const { added, removed } = file;
  if (added === null || removed === null || added + removed === 0) return null;
  return (
    <span className="flex-none font-mono text-12">
      <span aria-hidden="true">
        <span className="text-add-ink">+{formatNumber(added)}</span>{" "}
        <span className="text-del-ink">−{formatNumber(removed)}</span>
      </span>
      <span className="sr-only">
        {formatCount(added, "line")} added, {formatCount(removed, "line")} removed
      </span>
    </span>
  );
}
