"use client";

import { useState } from "react";
import { FileIcon } from "@/components/editor/files/file-icon";
import { buildTree, rootPath, type TreeNode } from "@/components/editor/files/file-tree-model";
import { putInAddress } from "@/components/layout/put-in-address";
import { ExecutableMark } from "@/components/library/executable-mark";
import { classNames } from "@/components/ui/class-names";
import { formatBytes } from "@/components/ui/format";
import { ShownText } from "@/components/ui/shown-text";
import type { ListedFile } from "@/lib/library/package-schema";
import { isSkillFile } from "@/lib/skills/find-skill-file";
import { FileView } from "./file-view";

type SkillFilesProps = {
  workspace: string;
  skill: string;
  files: readonly ListedFile[];
  /** Null stands for the draft. */
  version: number | null;
  initialPath: string | null;
};

/** The files of a draft or a version, read-only: a list on the left, the chosen one on the right. */
export function SkillFiles({ workspace, skill, files, version, initialPath }: SkillFilesProps) {
  const [chosen, setChosen] = useState(initialPath);
  const file =
    files.find((each) => each.path === chosen) ?? files.find((each) => isSkillFile(each.path)) ?? files[0];
  const nodes = buildTree(files.map((each) => each.path));
  const byPath = new Map(files.map((each) => [each.path, each]));
  const choose = (path: string) => {
    setChosen(path);
    putInAddress({ file: path });
  };
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[240px_minmax(0,1fr)] narrow:grid-cols-[200px_minmax(0,1fr)] compact:grid-cols-1">
      <nav aria-label="Files of the package" className="min-h-0 overflow-auto border-line border-r p-1.5">
        <FolderRows
          nodes={nodes}
          folder={rootPath}
          level={0}
          open={file?.path ?? null}
          files={byPath}
          choose={choose}
        />
      </nav>
      {file ? (
        <FileView key={file.path} workspace={workspace} skill={skill} file={file} version={version} />
      ) : null}
    </div>
  );
}

type FolderRowsProps = {
  nodes: ReadonlyMap<string, TreeNode>;
  folder: string;
  level: number;
  open: string | null;
  files: ReadonlyMap<string, ListedFile>;
  choose: (path: string) => void;
};

function FolderRows({ nodes, folder, level, ...rest }: FolderRowsProps) {
  const children = nodes.get(folder)?.children ?? [];
  return (
    <ul>
      {children.map((path) => {
        const node = nodes.get(path);
        return node?.folder ? (
          <li key={path}>
            <span
              style={{ paddingLeft: 8 + level * 20 }}
              className="flex h-7 items-center gap-1.5 font-mono text-12 text-ink-2"
            >
              <FileIcon path={path} folder="open" />
              <span className="truncate">
                <ShownText text={node.name} />
              </span>
            </span>
            <FolderRows nodes={nodes} folder={path} level={level + 1} {...rest} />
          </li>
        ) : (
          <FileRow key={path} path={path} name={node?.name ?? path} level={level} {...rest} />
        );
      })}
    </ul>
  );
}

type FileRowProps = Pick<FolderRowsProps, "level" | "open" | "files" | "choose"> & {
  path: string;
  name: string;
};

function FileRow({ path, name, level, open, files, choose }: FileRowProps) {
  const file = files.get(path);
  const isOpen = path === open;
  return (
    <li>
      <button
        type="button"
        aria-current={isOpen || undefined}
        onClick={() => choose(path)}
        style={{ paddingLeft: 8 + level * 20 }}
        className={classNames(
          "flex h-7 w-full items-center gap-1.5 rounded-1 pr-2 text-left font-mono text-12 text-ink-2 -outline-offset-2 hover:bg-hover",
          isOpen && "bg-accent-soft font-medium text-ink hover:bg-accent-soft",
        )}
      >
        <FileIcon path={path} />
        <span className="min-w-0 truncate" title={path}>
          <ShownText text={name} />
        </span>
        {file?.executable ? <ExecutableMark /> : null}
        <span className="ml-auto flex-none font-normal font-sans text-11 text-ink-3">
          {formatBytes(file?.size ?? 0)}
        </span>
      </button>
    </li>
  );
}
