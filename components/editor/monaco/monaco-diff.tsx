"use client";

import "../editor.css";
import { useEffect, useRef } from "react";
import { monacoLook } from "./monaco-look";
import { loadMonaco, type monaco } from "./monaco-setup";
import { followTheme } from "./monaco-theme";

type MonacoDiffProps = {
  original: string;
  modified: string;
  language: string;
  originalLabel: string;
  modifiedLabel: string;
  /** Absent: the right side is read-only too. */
  onChange?: ((text: string) => void) | undefined;
  /** Shows one column instead of two. */
  inline?: boolean;
};

const options: monaco.editor.IStandaloneDiffEditorConstructionOptions = {
  ...monacoLook,
  diffWordWrap: "on",
  originalEditable: false,
  useInlineViewWhenSpaceIsLimited: false,
  renderOverviewRuler: false,
  renderGutterMenu: false,
  hideUnchangedRegions: { enabled: true, contextLineCount: 4 },
  lineNumbersMinChars: 3,
};

/** Two texts side by side; the right one can be edited when `onChange` is given. Only loaded through next/dynamic. */
export function MonacoDiff({
  original,
  modified,
  language,
  originalLabel,
  modifiedLabel,
  onChange,
  inline = false,
}: MonacoDiffProps) {
  const host = useRef<HTMLDivElement>(null);
  const parts = useRef<{ left: monaco.editor.ITextModel; right: monaco.editor.ITextModel }>(null);
  const report = useRef(onChange);
  const first = useRef({ original, modified });
  const isEditable = onChange !== undefined;
  useEffect(() => {
    report.current = onChange;
  });

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const api = loadMonaco();
    const stopTheme = followTheme();
    const left = api.editor.createModel(first.current.original, language);
    const right = api.editor.createModel(first.current.modified, language);
    const editor = api.editor.createDiffEditor(element, {
      ...options,
      readOnly: !isEditable,
      renderSideBySide: !inline,
    });
    editor.getOriginalEditor().updateOptions({ ariaLabel: originalLabel });
    editor.getModifiedEditor().updateOptions({ ariaLabel: modifiedLabel });
    editor.setModel({ original: left, modified: right });
    const typing = right.onDidChangeContent(() => report.current?.(right.getValue(undefined, true)));
    parts.current = { left, right };
    return () => {
      parts.current = null;
      typing.dispose();
      editor.dispose();
      left.dispose();
      right.dispose();
      stopTheme();
    };
  }, [language, originalLabel, modifiedLabel, isEditable, inline]);

  useEffect(() => {
    first.current = { original, modified };
    const { left, right } = parts.current ?? {};
    if (left && left.getValue(undefined, true) !== original) left.setValue(original);
    if (right && right.getValue(undefined, true) !== modified) right.setValue(modified);
  }, [original, modified]);

  return <div ref={host} className="h-full min-h-0" />;
}
