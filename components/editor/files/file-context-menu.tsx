"use client";

import { Copy, FilePlus, PencilLine, SquareArrowOutUpRight, Trash2 } from "lucide-react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { ContextMenu, ContextMenuItem } from "@/components/ui/context-menu";
import { toast } from "@/components/ui/toaster";
import { parentOf } from "./file-tree-model";

type FileContextMenuProps = {
  isFolder: (path: string) => boolean;
  onOpen: (path: string) => void;
  /** A new file in this folder. */
  onNew: (folder: string) => void;
  onRename: (path: string) => void;
  onDelete: (path: string) => void;
  children: ReactNode;
};

/** What can be done with the row under the pointer, or the focused one with Shift+F10. */
export function FileContextMenu({ children, ...acts }: FileContextMenuProps) {
  const [path, setPath] = useState<string | null>(null);
  const aim = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-path]") : null;
    setPath(row?.dataset.path ?? null);
    // The empty part of the tree has the platform's own menu.
    if (row === null) event.stopPropagation();
  };
  return (
    <ContextMenu
      label={path === null ? "File" : `Actions for ${path}`}
      trigger={
        <div onContextMenuCapture={aim} className="flex min-h-0 flex-1 flex-col">
          {children}
        </div>
      }
    >
      {path === null ? null : <Items {...acts} path={path} isFolder={acts.isFolder(path)} />}
    </ContextMenu>
  );
}

type ItemsProps = Omit<FileContextMenuProps, "children" | "isFolder"> & { path: string; isFolder: boolean };

function Items({ path, isFolder, onOpen, onNew, onRename, onDelete }: ItemsProps) {
  const copy = () =>
    void navigator.clipboard.writeText(path).then(
      () => toast("Path copied"),
      () => toast.error("The browser does not let this page copy."),
    );
  return (
    <>
      {isFolder ? null : (
        <ContextMenuItem icon={SquareArrowOutUpRight} shortcut="↵" onSelect={() => onOpen(path)}>
          Open
        </ContextMenuItem>
      )}
      <ContextMenuItem icon={FilePlus} onSelect={() => onNew(isFolder ? path : parentOf(path))}>
        New file here
      </ContextMenuItem>
      <ContextMenuItem icon={PencilLine} shortcut="F2" onSelect={() => onRename(path)}>
        Rename or move
      </ContextMenuItem>
      <ContextMenuItem icon={Copy} onSelect={copy}>
        Copy path
      </ContextMenuItem>
      <ContextMenuItem icon={Trash2} danger shortcut="Del" onSelect={() => onDelete(path)}>
        Delete
      </ContextMenuItem>
    </>
  );
}
