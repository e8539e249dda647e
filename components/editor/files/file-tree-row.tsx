"use client";

import type { ItemInstance } from "@headless-tree/core";
import { CircleX, SquareTerminal, TriangleAlert } from "lucide-react";
import type { ProblemCounts } from "@/components/library/problems/problems";
import { classNames } from "@/components/ui/class-names";
import { formatCount } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import { type FileStatus, statusOf, type WorkingFile } from "../saving/draft-state";
import { FileIcon } from "./file-icon";
import type { TreeNode } from "./file-tree-model";

const marks = {
  added: { letter: "A", words: "added, not saved" },
  changed: { letter: "M", words: "changed, not saved" },
  moved: { letter: "R", words: "renamed, not saved" },
} as const satisfies Record<NonNullable<FileStatus>, { letter: string; words: string }>;

type FileTreeRowProps = {
  item: ItemInstance<TreeNode>;
  /** It is null for folders. */
  file: WorkingFile | null;
  isOpen: boolean;
  counts: ProblemCounts | null;
};

export function FileTreeRow({ item, file, isOpen, counts }: FileTreeRowProps) {
  const node = item.getItemData();
  const status = file ? statusOf(file) : null;
  const mark = status === null ? null : marks[status];
  const level = item.getItemMeta().level;
  const folder = node.folder ? (item.isExpanded() ? "open" : "closed") : undefined;
  const words = [
    file?.executable ? "executable" : null,
    mark?.words,
    counts && counts.errors > 0 ? formatCount(counts.errors, "error") : null,
    counts && counts.warnings > 0 ? formatCount(counts.warnings, "warning") : null,
    node.folder && node.children.length === 0 ? "empty" : null,
  ];
  return (
    <div
      {...item.getProps()}
      role="treeitem"
      data-path={node.path}
      tabIndex={item.isFocused() ? 0 : -1}
      aria-label={undefined}
      aria-selected={isOpen}
      style={{ paddingLeft: 8 + level * 20 }}
      className={classNames(
        "flex h-7 w-full cursor-pointer select-none items-center gap-1.5 rounded-1 pr-2 text-left font-mono text-12 text-ink-2 hover:bg-hover -outline-offset-2",
        isOpen && "bg-accent-soft font-medium text-ink hover:bg-accent-soft",
        item.isDragTarget?.() && "bg-accent-soft",
      )}
    >
      <FileIcon path={node.path} folder={folder} />
      <span className="min-w-0 truncate" title={node.path}>
        <ShownText text={node.name} />
      </span>
      <span className="sr-only">{words.filter(Boolean).join(", ")}</span>
      <span
        aria-hidden="true"
        className="ml-auto inline-flex flex-none items-center gap-1 font-normal text-11 text-ink-3"
      >
        {counts && counts.errors > 0 ? (
          <span className="inline-flex items-center gap-1 text-danger">
            <Icon of={CircleX} size={14} />
            {counts.errors}
          </span>
        ) : counts && counts.warnings > 0 ? (
          <span className="inline-flex items-center gap-1 text-warn">
            <Icon of={TriangleAlert} size={14} />
            {counts.warnings}
          </span>
        ) : null}
        {file?.executable ? (
          <span title="executable" className="inline-flex">
            <Icon of={SquareTerminal} size={14} />
          </span>
        ) : null}
        {mark ? <span title={mark.words}>{mark.letter}</span> : null}
        {folder === "closed" ? node.children.length : null}
      </span>
    </div>
  );
}
