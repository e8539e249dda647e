"use client";

import { createContext, type ReactNode, useContext } from "react";
import { useObservable } from "@/components/ui/observable";
import type { DraftSession, EditorState } from "./saving/draft-session";

/** What the parts of the editor page share. */
export type Editor = {
  workspace: string;
  skill: string;
  session: DraftSession;
  /** Opens a file, and puts the cursor there when a place is given (1-based). */
  reveal(path: string, place?: { line: number; column: number }): void;
  /** Saves; conflicts and failures are shown by the page. */
  save(): Promise<void>;
};

const EditorContext = createContext<Editor | null>(null);

export function EditorProvider({ editor, children }: { editor: Editor; children: ReactNode }) {
  return <EditorContext value={editor}>{children}</EditorContext>;
}

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (editor === null) throw new Error("useEditor needs EditorProvider around it");
  return editor;
}

/** A part of the editor's state; renders again only when that part changes. */
export function useEditorState<S>(
  select: (state: EditorState) => S,
  isEqual?: (left: S, right: S) => boolean,
): S {
  const { session } = useEditor();
  return useObservable(session.state, select, isEqual);
}
