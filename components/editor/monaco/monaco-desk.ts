import type { editor } from "monaco-editor/editor";
import type { Problem } from "@/components/library/problems/problems";

/** What the language providers need to know about the draft that is open. Monaco has one registry for the page. */
export type Desk = {
  paths(): readonly string[];
  pathOf(model: editor.ITextModel): string | null;
  problemsOf(path: string): readonly Problem[];
  openPath(path: string): void;
};

let current: Desk | null = null;

export const currentDesk = (): Desk | null => current;

/** Makes `desk` the one the providers ask, until the answer is called. */
export function openDesk(desk: Desk): () => void {
  current = desk;
  return () => {
    if (current === desk) current = null;
  };
}
