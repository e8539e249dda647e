"use client";

import { Ellipsis, FilePlus, FolderPlus, PencilLine, Trash2, Upload } from "lucide-react";
import { type ChangeEvent, type DragEvent, useMemo, useRef, useState } from "react";
import { IconButton } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { formatBytes, formatCount } from "@/components/ui/format";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { ShownText } from "@/components/ui/shown-text";
import { useEditor, useEditorState } from "../editor-context";
import { activeFile } from "../saving/draft-session";
import { checkFreePath, findFile } from "../saving/draft-state";
import { fileActions } from "./file-actions";
import { FileContextMenu } from "./file-context-menu";
import { FileTree, uploadDropped } from "./file-tree";
import { parentOf } from "./file-tree-model";
import { PathDialog } from "./path-dialog";
import { placeNew } from "./place-new";
import { sizeOf } from "./size-of";

/** After the dialog has closed and the tree has been drawn again. */
const focusDelayMs = 60;

type Asked = { kind: "new-file" | "new-folder"; folder: string } | { kind: "rename"; path: string };

/** The files of the draft, and everything that can be done with them. */
export function FilesPane() {
  const { session, reveal } = useEditor();
  const actions = useMemo(() => fileActions(session), [session]);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isDropping, setDropping] = useState(false);
  const openPath = useEditorState((state) => activeFile(state)?.path ?? null);
  const pane = useRef<HTMLElement>(null);
  /** The row that had the focus is gone or renamed: the focus goes to what stands for it now. */
  const focusRow = (path: string | null) =>
    setTimeout(() => {
      const rows = [...(pane.current?.querySelectorAll<HTMLElement>("[role=treeitem]") ?? [])];
      (rows.find((row) => row.dataset.path === path) ?? rows[0])?.focus();
    }, focusDelayMs);
  /** The dialog gives the focus back to its button: what is typed next belongs into the new file. */
  const beginTyping = (path: string) => setTimeout(() => reveal(path, { line: 1, column: 1 }), focusDelayMs);
  const remove = (path: string) => {
    actions.remove(path);
    focusRow(activeFile(session.state.get())?.path ?? null);
  };
  const folder = openPath === null ? "" : parentOf(openPath);
  const drop = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setDropping(false);
    void uploadDropped(actions, event.dataTransfer, "");
  };
  const dragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setDropping(true);
  };
  return (
    <section
      ref={pane}
      aria-label="Files"
      onDragOver={dragOver}
      onDragLeave={() => setDropping(false)}
      onDrop={drop}
      className={classNames("flex min-h-0 flex-1 flex-col", isDropping && "bg-accent-soft")}
    >
      <div className="flex h-10 flex-none items-center gap-0.5 border-line border-b pr-1.5 pl-3">
        <h2 className="min-w-0 flex-1 truncate">Files</h2>
        <IconButton icon={FilePlus} label="New file" onClick={() => setAsked({ kind: "new-file", folder })} />
        <UploadButton onChosen={(files) => void actions.upload(folder, files)} />
        <Menu align="end" trigger={<IconButton icon={Ellipsis} label="More file actions" />}>
          <MenuItem icon={FolderPlus} onSelect={() => setAsked({ kind: "new-folder", folder })}>
            New folder
          </MenuItem>
          {openPath === null ? null : (
            <>
              <MenuSeparator />
              <MenuItem
                icon={PencilLine}
                shortcut="F2"
                onSelect={() => setAsked({ kind: "rename", path: openPath })}
              >
                Rename or move <ShownText text={openPath} />
              </MenuItem>
              <MenuItem icon={Trash2} danger shortcut="Del" onSelect={() => remove(openPath)}>
                Delete <ShownText text={openPath} />
              </MenuItem>
            </>
          )}
        </Menu>
      </div>
      <FileContextMenu
        isFolder={(path) => findFile(session.draft, path) === undefined}
        onOpen={reveal}
        onNew={(inside) => setAsked({ kind: "new-file", folder: inside })}
        onRename={(path) => setAsked({ kind: "rename", path })}
        onDelete={remove}
      >
        <FileTree
          actions={actions}
          onRename={(path) => setAsked({ kind: "rename", path })}
          onDelete={remove}
        />
      </FileContextMenu>
      <FilesFoot />
      {asked === null ? null : (
        <AskedDialog
          asked={asked}
          actions={actions}
          onMoved={focusRow}
          onCreated={beginTyping}
          close={() => setAsked(null)}
        />
      )}
    </section>
  );
}

function FilesFoot() {
  const files = useEditorState((state) => state.draft.files);
  const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0);
  return (
    <p className="flex-none border-line border-t p-3 text-12 text-ink-3">
      {formatCount(files.length, "file")}, {formatBytes(bytes)}. Drop files here to add them.
    </p>
  );
}

function UploadButton({ onChosen }: { onChosen: (files: { file: File; path: string }[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    onChosen([...(event.target.files ?? [])].map((file) => ({ file, path: file.name })));
    event.target.value = "";
  };
  return (
    <>
      <input ref={input} type="file" multiple hidden aria-label="Files to upload" onChange={choose} />
      <IconButton icon={Upload} label="Upload files" onClick={() => input.current?.click()} />
    </>
  );
}

type AskedDialogProps = {
  asked: Asked;
  actions: ReturnType<typeof fileActions>;
  onMoved: (path: string) => void;
  onCreated: (path: string) => void;
  close: () => void;
};

function AskedDialog({ asked, actions, onMoved, onCreated, close }: AskedDialogProps) {
  const { session } = useEditor();
  if (asked.kind === "rename") {
    const isFolder = findFile(session.draft, asked.path) === undefined;
    return (
      <PathDialog
        title={isFolder ? "Rename or move folder" : "Rename or move file"}
        description="Where links lead to it, you can have them follow afterwards."
        label="Path"
        initial={asked.path}
        confirmLabel="Move"
        check={(path) => checkFreePath(session.draft, path, { moving: asked.path, isFolder })}
        onConfirm={(path) => {
          actions.move(asked.path, path);
          onMoved(path);
        }}
        close={close}
      />
    );
  }
  const isFolder = asked.kind === "new-folder";
  return (
    <PathDialog
      title={isFolder ? "New folder" : "New file"}
      {...(isFolder
        ? { description: "A package holds no empty folders: it is kept here until a file is in it." }
        : {})}
      label="Path"
      initial=""
      confirmLabel="Create"
      place={(typed) => placeNew(asked.folder, typed)}
      check={(path) => checkFreePath(session.draft, path, { isFolder })}
      onConfirm={(path) => {
        if (isFolder) return actions.createFolder(path);
        actions.createFile(path);
        onCreated(path);
      }}
      close={close}
    />
  );
}
