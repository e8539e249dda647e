"use client";

import { Copy, FilePlus, PencilLine, SquareArrowOutUpRight, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ContextMenu } from "@/components/ui/context-menu";
import { MenuItem } from "@/components/ui/menu";
import { toast } from "@/components/ui/toaster";
import { parentOf } from "./file-tree-model";

type FileContextMenuProps = {
  isFolder: (path: string) => boolean;
  onOpen: (path: string) => void;
  /** Makes a new file in this folder. */
  onNew: (folder: string) => void;
  onRename: (path: string) => void;
  onDelete: (path: string) => void;
  children: ReactNode;
};

/** What can be done with the row under the pointer, or the focused one with Shift+F10. */
export function FileContextMenu({ children, ...acts }: FileContextMenuProps) {
  const [path, setPath] = useState<string | null>(null);
  const aim = (at: Element) => {
    const row = at.closest<HTMLElement>("[data-path]");
    if (row) setPath(row.dataset.path ?? null);
    return row !== null;
  };
  return (
    <ContextMenu
      label={`Actions for ${path ?? "the file"}`}
      items={path === null ? null : <Items {...acts} path={path} isFolder={acts.isFolder(path)} />}
      onAim={aim}
      className="flex min-h-0 flex-1 flex-col"
    >
      {children}
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
        <MenuItem icon={SquareArrowOutUpRight} shortcut="↵" onSelect={() => onOpen(path)}>
          Open
        </MenuItem>
      )}
      <MenuItem icon={FilePlus} onSelect={() => onNew(isFolder ? path : parentOf(path))}>
        New file here
      </MenuItem>
      <MenuItem icon={PencilLine} shortcut="F2" onSelect={() => onRename(path)}>
        Rename or move
      </MenuItem>
      <MenuItem icon={Copy} onSelect={copy}>
        Copy path
      </MenuItem>
      <MenuItem icon={Trash2} danger shortcut="Del" onSelect={() => onDelete(path)}>
        Delete
      </MenuItem>
    </>
  );
}
