"use client";

import {
  dragAndDropFeature,
  hotkeysCoreFeature,
  type ItemInstance,
  searchFeature,
  syncDataLoaderFeature,
  type TreeInstance,
} from "@headless-tree/core";
import { useTree } from "@headless-tree/react";
import { useEffect, useMemo, useRef } from "react";
import { entriesOf, readDroppedFiles } from "@/components/library/imports/read-dropped-files";
import { countByPath } from "@/components/library/problems/problems";
import { toast } from "@/components/ui/toaster";
import { useEditor, useEditorState } from "../editor-context";
import { activeFile } from "../saving/draft-session";
import type { Chosen, FileActions } from "./file-actions";
import { buildTree, foldersAbove, joinPath, parentOf, rootPath, type TreeNode } from "./file-tree-model";
import { FileTreeRow } from "./file-tree-row";

const missing: TreeNode = { path: "", name: "", folder: false, children: [] };

type FileTreeProps = {
  actions: FileActions;
  onRename: (path: string) => void;
  onDelete: (path: string) => void;
};

/** The package's files: arrows and Home/End move, Enter opens, F2 renames, Delete deletes; rows can be dragged. */
export function FileTree({ actions, onRename, onDelete }: FileTreeProps) {
  const { reveal } = useEditor();
  const files = useEditorState((state) => state.draft.files);
  const folders = useEditorState((state) => state.draft.folders);
  const active = useEditorState((state) => activeFile(state)?.path ?? null);
  const problems = useEditorState((state) => state.problems);
  const counts = useMemo(() => countByPath(problems), [problems]);
  const paths = files.map((file) => file.path).join("\n");
  const nodes = useMemo(() => buildTree(paths === "" ? [] : paths.split("\n"), folders), [paths, folders]);
  const latest = useRef(nodes);
  latest.current = nodes;

  const tree: TreeInstance<TreeNode> = useTree<TreeNode>({
    rootItemId: rootPath,
    getItemName: (item) => item.getItemData().name,
    isItemFolder: (item) => item.getItemData().folder,
    dataLoader: {
      getItem: (path) => latest.current.get(path) ?? { ...missing, path },
      getChildren: (path) => latest.current.get(path)?.children ?? [],
    },
    initialState: {
      expandedItems: [...nodes.values()].filter((node) => node.folder).map((node) => node.path),
    },
    onPrimaryAction: (item) => {
      if (!item.getItemData().folder) reveal(item.getId());
    },
    indent: 20,
    canReorder: false,
    canDrag: (items) => items.every((item) => item.getId() !== rootPath),
    canDrop: (items, target) => canMove(items, target.item),
    onDrop: (items, target) => {
      for (const item of items) {
        const refusal = actions.move(item.getId(), joinPath(folderOf(target.item), item.getItemName()));
        if (refusal) toast.error(refusal);
      }
    },
    canDragForeignDragObjectOver: (transfer) => transfer.types.includes("Files"),
    canDropForeignDragObject: (transfer) => transfer.types.includes("Files"),
    onDropForeignDragObject: (transfer, target) => uploadDropped(actions, transfer, folderOf(target.item)),
    hotkeys: {
      customRename: { hotkey: "F2", handler: (_event, on) => onRename(on.getFocusedItem().getId()) },
      customDelete: { hotkey: "Delete", handler: (_event, on) => onDelete(on.getFocusedItem().getId()) },
    },
    features: [syncDataLoaderFeature, hotkeysCoreFeature, searchFeature, dragAndDropFeature],
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the tree reads `nodes` through its data loader
  useEffect(() => tree.rebuildTree(), [tree, nodes]);

  useEffect(() => {
    if (active === null) return;
    for (const folder of foldersAbove(active)) {
      const item = tree.getItemInstance(folder);
      if (!item.isExpanded()) item.expand();
    }
  }, [tree, active]);

  return (
    <div
      {...tree.getContainerProps("Files of the package")}
      className="min-h-0 flex-1 overflow-auto p-1.5 outline-none compact:max-h-72"
    >
      {tree.isSearchOpen() ? (
        <input
          {...tree.getSearchInputElementProps()}
          aria-label="Find a file"
          className="mb-1 h-ctl w-full rounded-2 border border-line-control bg-bg px-2 font-mono text-12"
        />
      ) : null}
      {tree.getItems().map((item) => (
        <FileTreeRow
          key={item.getId()}
          item={item}
          file={files.find((file) => file.path === item.getId()) ?? null}
          isOpen={item.getId() === active}
          counts={counts.get(item.getId()) ?? null}
        />
      ))}
    </div>
  );
}

const folderOf = (item: ItemInstance<TreeNode>): string =>
  item.getItemData().folder ? item.getId() : parentOf(item.getId());

function canMove(items: ItemInstance<TreeNode>[], target: ItemInstance<TreeNode>): boolean {
  const folder = folderOf(target);
  return items.every((item) => {
    const path = item.getId();
    return parentOf(path) !== folder && folder !== path && !folder.startsWith(`${path}/`);
  });
}

/** Uploads dropped files and folders, and keeps the folders' own structure. */
export async function uploadDropped(actions: FileActions, transfer: DataTransfer, folder: string) {
  const { entries, files } = entriesOf(transfer);
  const loose = files.map((file): Chosen => ({ file, path: file.name }));
  const read = await readDroppedFiles(entries, { signal: new AbortController().signal, onFound: () => {} });
  if (read.unreadable.length > 0) toast.error(`Could not read ${read.unreadable.join(", ")}.`);
  await actions.upload(folder, [...loose, ...read.files]);
}
