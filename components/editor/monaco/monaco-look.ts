import type { monaco } from "./monaco-setup";

/** What every text of the editor has in common, compared or not. */
export const monacoLook = {
  automaticLayout: true,
  fontFamily: "var(--mono)",
  editContext: false,
  fontSize: 13,
  lineHeight: 20,
  fontLigatures: false,
  minimap: { enabled: false },
  wordWrap: "on",
  scrollBeyondLastLine: false,
  unicodeHighlight: { ambiguousCharacters: false, nonBasicASCII: false },
  unusualLineTerminators: "off",
  occurrencesHighlight: "off",
  stickyScroll: { enabled: false },
} as const satisfies monaco.editor.IEditorOptions;
