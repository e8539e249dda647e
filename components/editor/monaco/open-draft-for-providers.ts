import type { editor } from "monaco-editor/editor";
import type { Problem } from "@/components/library/problems/problems";

/** What the language providers need to know about the draft that is open. Monaco has one registry for the page. */
export type OpenDraft = {
  paths(): readonly string[];
  pathOf(model: editor.ITextModel): string | null;
  problemsOf(path: string): readonly Problem[];
  openPath(path: string): void;
};

let current: OpenDraft | null = null;

export const currentOpenDraft = (): OpenDraft | null => current;

/** Makes `draft` the one the providers ask, until the answer is called. */
export function provideOpenDraft(draft: OpenDraft): () => void {
  current = draft;
  return () => {
    if (current === draft) current = null;
  };
}
