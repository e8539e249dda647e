import { formatCount } from "@/components/ui/format";
import { toast } from "@/components/ui/toaster";
import type { Moves } from "@/lib/skills/rename-links";
import type { DraftSession } from "../saving/draft-session";
import {
  addFolder,
  checkFreePath,
  findFile,
  moveFile,
  moveFolder,
  putFile,
  removePath,
  replaceFile,
  restoreFiles,
} from "../saving/draft-state";
import { joinPath, nameOf } from "./file-tree-model";
import { mendLinks, movesOf } from "./mend-links";
import { readUpload } from "./read-upload";

/** A file chosen or dropped, with its place below the folder it was dropped on. */
export type Chosen = { file: File; path: string };

/** What can be done with the files of a draft; everything can be undone, nothing is stored before it is saved. */
export function fileActions(session: DraftSession) {
  const open = (path: string) => session.openPath(path);

  return {
    createFile(path: string) {
      session.change(putFile(session.draft, path, { kind: "text", text: "" }));
      open(path);
    },

    createFolder(path: string) {
      session.change(addFolder(session.draft, path));
    },

    /** `from` is a file or a folder. Answers why not, or null. */
    move(from: string, to: string): string | null {
      const file = findFile(session.draft, from);
      const checked = checkFreePath(session.draft, to, { moving: from, isFolder: !file });
      if (!checked.ok) return checked.error;
      if (checked.value === from) return null;
      const before = session.draft;
      session.change(
        file ? moveFile(before, file.id, checked.value) : moveFolder(before, from, checked.value),
      );
      offerToMend(session, movesOf(before, session.draft));
      return null;
    },

    remove(path: string) {
      const { state, taken } = removePath(session.draft, path);
      const wasOpen = session.state.get().activeId;
      session.change(state);
      const what = taken.length === 1 ? path : `${path} with ${taken.length} files`;
      const undo = () => {
        session.change(restoreFiles(session.draft, taken));
        if (taken.some((file) => file.id === wasOpen)) session.update({ activeId: wasOpen });
      };
      toast(`Deleted ${what}. It stays in the saved draft until you save.`, {
        action: { label: "Undo", onClick: undo },
      });
    },

    /** Puts files into `folder`; what is there already is replaced, which can be undone. */
    async upload(folder: string, chosen: readonly Chosen[]) {
      const before = session.draft;
      let next = before;
      const added: string[] = [];
      for (const { file, path } of chosen) {
        const read = await readUpload(file);
        if (!read.ok) {
          toast.error(read.error);
          continue;
        }
        const target = joinPath(folder, path);
        const free = checkFreePath(next, target);
        const existing = findFile(next, target);
        if (!free.ok && !existing) {
          toast.error(free.error);
          continue;
        }
        const clean = existing?.path ?? (free.ok ? free.value : target);
        next = putFile(next, clean, read.value);
        added.push(clean);
      }
      const last = added.at(-1);
      if (last === undefined) return;
      session.change(session.draft === before ? next : addAgain(session, next, added));
      open(last);
      toast(added.length === 1 ? `Added ${nameOf(last)}.` : `Added ${added.length} files.`, {
        action: { label: "Undo", onClick: () => session.change(takeBack(session, before, added)) },
      });
    },
  };
}

/** A move changes no text by itself: whether links follow is the author's decision. */
function offerToMend(session: DraftSession, moves: Moves): void {
  const { links, files } = mendLinks(session.draft, moves);
  if (links === 0) return;
  const count = `${formatCount(links, "link")} in ${formatCount(files, "file")}`;
  toast(`${count} still ${links === 1 ? "leads" : "lead"} to the old place.`, {
    action: { label: "Update links", onClick: () => session.change(mendLinks(session.draft, moves).state) },
  });
}

export type FileActions = ReturnType<typeof fileActions>;

/** The draft changed while files were read: put them into it as it is now. */
function addAgain(session: DraftSession, read: DraftSession["draft"], paths: readonly string[]) {
  return paths.reduce((state, path) => {
    const file = findFile(read, path);
    if (!file) return state;
    const content = file.upload
      ? ({ kind: "binary", upload: file.upload } as const)
      : ({ kind: "text", text: file.text ?? "" } as const);
    return putFile(state, path, content);
  }, session.draft);
}

function takeBack(session: DraftSession, before: DraftSession["draft"], paths: readonly string[]) {
  let state = session.draft;
  for (const path of paths) {
    const old = findFile(before, path);
    if (old) state = replaceFile(state, old);
    else state = removePath(state, path).state;
  }
  return state;
}
