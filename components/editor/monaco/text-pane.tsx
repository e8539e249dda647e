"use client";

import "../editor.css";
import { useEffect, useRef } from "react";
import { useEditor, useEditorState } from "../editor-context";
import { ProblemHint } from "../problems/problem-hint";
import { activeFile } from "../saving/draft-session";
import type { CursorPlace } from "./cursor-place";
import { ModelShelf } from "./model-shelf";
import { monacoLook } from "./monaco-look";
import { showProblems } from "./monaco-providers";
import { loadMonaco, monaco } from "./monaco-setup";
import { followTheme } from "./monaco-theme";
import { provideOpenDraft } from "./open-draft-for-providers";
import type { PlaceRequest, PlaceSignal } from "./place-signal";
import { useChangeBars } from "./use-change-bars";

const options: monaco.editor.IStandaloneEditorConstructionOptions = {
  ...monacoLook,
  wrappingIndent: "none",
  lineNumbersMinChars: 4,
  lineDecorationsWidth: 12,
  glyphMargin: false,
  folding: true,
  showFoldingControls: "mouseover",
  padding: { top: 8, bottom: 24 },
  renderLineHighlight: "line",
  renderWhitespace: "none",
  overviewRulerLanes: 2,
  overviewRulerBorder: false,
  hideCursorInOverviewRuler: true,
  selectionHighlight: false,
  guides: { indentation: false },
  quickSuggestions: { other: "on", comments: "off", strings: "on" },
  wordBasedSuggestions: "off",
  inlineSuggest: { enabled: false },
  lightbulb: { enabled: monaco.editor.ShowLightbulbIconMode.Off },
  contextmenu: true,
  links: true,
  fixedOverflowWidgets: true,
  tabSize: 2,
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
};

type TextPaneProps = { cursor: CursorPlace; places: PlaceSignal; baseText: string | null };

/** Monaco on the open file. Only ever loaded through next/dynamic. */
export function TextPane({ cursor, places, baseText }: TextPaneProps) {
  const { session, save, reveal } = useEditor();
  const host = useRef<HTMLDivElement>(null);
  const parts = useRef<{ editor: monaco.editor.IStandaloneCodeEditor; shelf: ModelShelf; hint: ProblemHint }>(
    null,
  );
  const actions = useRef({ save, reveal });
  actions.current = { save, reveal };
  const file = useEditorState(activeFile);
  const problems = useEditorState((state) => state.problems);
  const { id = null, path = "", text = null } = file ?? {};

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const api = loadMonaco();
    const stopTheme = followTheme();
    const shelf = new ModelShelf(session);
    const editor = api.editor.create(element, { ...options, model: null });
    const hint = new ProblemHint(editor, (problem) => session.applyFix(problem));
    parts.current = { editor, shelf, hint };
    editor.addCommand(api.KeyMod.CtrlCmd | api.KeyCode.KeyS, () => void actions.current.save());
    const withdrawDraft = provideOpenDraft({
      paths: () => session.draft.files.map((each) => each.path),
      pathOf: (model) => shelf.pathOf(model),
      problemsOf: (of) => session.state.get().problems.filter((problem) => problem.path === of),
      openPath: (to) => actions.current.reveal(to),
    });
    const onCursor = editor.onDidChangeCursorPosition(({ position }) =>
      cursor.set({ line: position.lineNumber, column: position.column }),
    );
    const stopPlaces = places.listen((request) => goTo(editor, shelf, request));
    return () => {
      parts.current = null;
      for (const stop of [stopPlaces, withdrawDraft, stopTheme]) stop();
      onCursor.dispose();
      hint.dispose();
      editor.dispose();
      shelf.dispose();
      cursor.set(null);
    };
  }, [session, cursor, places]);

  const isLoaded = id !== null && text !== null;
  useEffect(() => {
    const { editor, shelf, hint } = parts.current ?? {};
    // Of a file without text there is no place; of another file it is where its own cursor stands.
    if (id === null || !isLoaded) cursor.set(null);
    if (!editor || !shelf || !hint || id === null || !isLoaded) return;
    shelf.show(editor, id);
    const at = editor.getPosition();
    cursor.set(at && { line: at.lineNumber, column: at.column });
    editor.updateOptions({ ariaLabel: `${path}. Control M moves the focus out of the text with Tab.` });
    places.retry();
    const model = editor.getModel();
    if (!model) return;
    const here = problems.filter((problem) => problem.path === path);
    showProblems(model, here);
    hint.setProblems(here);
  }, [id, isLoaded, path, cursor, places, problems]);

  useChangeBars(parts, id, text, baseText);

  return <div ref={host} className="min-h-0 flex-1" data-testid="text-pane" />;
}

/** Puts the cursor where it was asked for; false while another file is shown. */
function goTo(
  editor: monaco.editor.IStandaloneCodeEditor,
  shelf: ModelShelf,
  request: PlaceRequest,
): boolean {
  const model = editor.getModel();
  if (!model || shelf.pathOf(model) !== request.path) return false;
  const position = model.validatePosition({ lineNumber: request.line, column: request.column });
  editor.setPosition(position);
  editor.revealPositionInCenterIfOutsideViewport(position);
  editor.focus();
  return true;
}
