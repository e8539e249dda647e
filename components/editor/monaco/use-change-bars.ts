import { useEffect, useRef } from "react";
import { diffLines, type LineChange, splitLines } from "@/lib/diff/diff-lines";
import { monaco } from "./monaco-setup";

const pauseMs = 250;

type Bars = { editor: monaco.editor.ICodeEditor; drawn: monaco.editor.IEditorDecorationsCollection };

/** A bar beside every line that differs from `baseText`, the last published version's text. */
export function useChangeBars(
  editor: { current: { editor: monaco.editor.ICodeEditor } | null },
  fileId: string | null,
  text: string | null,
  baseText: string | null,
): void {
  const bars = useRef<Bars | null>(null);

  useEffect(() => {
    if (fileId === null) return;
    return () => bars.current?.drawn.clear();
  }, [fileId]);

  useEffect(() => {
    const timer = setTimeout(() => {
      const host = editor.current?.editor;
      if (!host?.getModel()) return;
      if (bars.current?.editor !== host)
        bars.current = { editor: host, drawn: host.createDecorationsCollection() };
      const isComparable = text !== null && baseText !== null;
      bars.current.drawn.set(
        isComparable ? diffLines(splitLines(baseText), splitLines(text)).map(toBar) : [],
      );
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [editor, text, baseText]);
}

function toBar({ newStart, newCount }: LineChange): monaco.editor.IModelDeltaDecoration {
  const first = newStart + 1;
  return {
    range: new monaco.Range(first, 1, Math.max(newStart + newCount, first), 1),
    options: {
      isWholeLine: true,
      marginClassName: newCount === 0 ? "changed-line changed-line-removed" : "changed-line",
    },
  };
}
