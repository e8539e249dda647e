import { Columns2, List, Rows2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format";
import type { FileChange } from "@/lib/library/diffs/diff-schema";
import { ChangeCounts } from "./change-counts";
import type { DiffView } from "./use-diff-view";

type DiffToolbarProps = {
  files: readonly FileChange[];
  unchanged: number;
  viewed: number;
  view: DiffView;
  onView: (view: DiffView) => void;
  isListed: boolean;
  onListed: (listed: boolean) => void;
};

/** What the comparison amounts to, and how it is shown. */
export function DiffToolbar({
  files,
  unchanged,
  viewed,
  view,
  onView,
  isListed,
  onListed,
}: DiffToolbarProps) {
  const sum = (side: "added" | "removed") => files.reduce((all, file) => all + (file[side] ?? 0), 0);
  return (
    <div className="flex min-h-bar flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4">
      <h2 className="font-medium">
        {formatCount(files.length, "file")} differ{files.length === 1 ? "s" : ""}
      </h2>
      <ChangeCounts file={{ added: sum("added"), removed: sum("removed") }} />
      <span className="text-12 text-ink-3">
        {formatCount(unchanged, "file")} unchanged{viewed > 0 ? `, ${viewed} of ${files.length} viewed` : ""}
      </span>
      <span className="ml-auto flex items-center gap-2 py-1">
        <Button
          variant="ghost"
          size="small"
          icon={List}
          aria-expanded={isListed}
          onClick={() => onListed(!isListed)}
        >
          Files
        </Button>
        <fieldset className="flex items-center gap-1">
          <legend className="sr-only">How lines are shown</legend>
          <Button
            size="small"
            variant={view === "split" ? "default" : "ghost"}
            icon={Columns2}
            aria-pressed={view === "split"}
            onClick={() => onView("split")}
          >
            Side by side
          </Button>
          <Button
            size="small"
            variant={view === "unified" ? "default" : "ghost"}
            icon={Rows2}
            aria-pressed={view === "unified"}
            onClick={() => onView("unified")}
          >
            Unified
          </Button>
        </fieldset>
      </span>
    </div>
  );
}
