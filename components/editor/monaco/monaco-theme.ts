import { editor } from "monaco-editor/editor";

const themeName = "greenroom";

/** The page's own tokens as Monaco colours; read from the document, so that both themes follow the style sheet. */
export function applyTheme(): void {
  const styles = getComputedStyle(document.documentElement);
  const token = (name: string) => toHex(styles.getPropertyValue(`--${name}`).trim());
  const isDark = styles.colorScheme.includes("dark") || document.documentElement.dataset.theme === "dark";
  editor.defineTheme(themeName, {
    base: isDark ? "vs-dark" : "vs",
    // Monaco's own rules name tokens more exactly than ours and would win over them.
    inherit: false,
    rules: tokenRules(token),
    colors: surfaceColors(token),
  });
  editor.setTheme(themeName);
}

/** Follows the theme switch until the answer is called. */
export function followTheme(): () => void {
  applyTheme();
  const observer = new MutationObserver(applyTheme);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class", "data-theme"] });
  return () => observer.disconnect();
}

type Token = (name: string) => string;

function tokenRules(token: Token): editor.ITokenThemeRule[] {
  const color = (name: string) => token(name).slice(1);
  const rule = (name: string, of: string, fontStyle?: string): editor.ITokenThemeRule =>
    fontStyle === undefined
      ? { token: name, foreground: color(of) }
      : { token: name, foreground: color(of), fontStyle };
  return [
    rule("", "ink"),
    rule("heading", "sx-head", "bold"),
    rule("strong", "ink", "bold"),
    rule("emphasis", "ink", "italic"),
    rule("code", "sx-fn"),
    rule("link", "sx-link"),
    rule("dim", "sx-dim"),
    rule("comment", "sx-dim"),
    rule("delimiter", "sx-dim"),
    rule("operators", "sx-dim"),
    rule("keyword", "sx-key"),
    rule("type", "sx-key"),
    rule("tag", "sx-key"),
    rule("string", "sx-str"),
    rule("string.escape", "sx-fn"),
    rule("number", "sx-fn"),
    rule("variable", "sx-fn"),
    rule("constant", "sx-fn"),
    rule("attribute.name", "sx-key"),
    rule("identifier", "ink"),
  ];
}

function surfaceColors(token: Token): editor.IColors {
  return {
    ...textColors(token),
    ...overlayColors(token),
    ...diffColors(token),
    ...scrollbarColors(token),
    ...controlColors(token),
  };
}

/** The text, and what is drawn on and beside its lines. */
function textColors(token: Token): editor.IColors {
  return {
    "editor.background": token("bg"),
    "editor.foreground": token("ink"),
    "editorLineNumber.foreground": token("ink-3"),
    "editorLineNumber.activeForeground": token("ink"),
    "editor.lineHighlightBackground": token("bg-hover"),
    "editor.lineHighlightBorder": "#00000000",
    "editorCursor.foreground": token("ink"),
    "editor.selectionBackground": `${token("accent-text")}38`,
    "editor.inactiveSelectionBackground": token("bg-press"),
    "editor.selectionHighlightBackground": token("bg-press"),
    "editor.wordHighlightBackground": token("bg-press"),
    "editor.findMatchBackground": `${token("accent-text")}59`,
    "editor.findMatchHighlightBackground": `${token("accent-text")}2e`,
    "editorError.foreground": token("ev-refused"),
    "editorWarning.foreground": token("warn"),
    "editorInfo.foreground": token("ink-3"),
    "editorHint.foreground": token("ink-3"),
    "editorIndentGuide.background1": token("line"),
    "editorIndentGuide.activeBackground1": token("line-strong"),
    ...plainBrackets(token),
    "editorBracketMatch.background": token("bg-press"),
    "editorBracketMatch.border": token("line-strong"),
    "editorLink.activeForeground": token("sx-link"),
    "editorGutter.background": token("bg"),
    "editorOverviewRuler.border": "#00000000",
  };
}

/** What opens over the text: find, hover, suggestions. */
function overlayColors(token: Token): editor.IColors {
  return {
    "editorWidget.background": token("bg-overlay"),
    "editorWidget.foreground": token("ink"),
    "editorWidget.border": token("line-strong"),
    "editorHoverWidget.background": token("bg-overlay"),
    "editorHoverWidget.foreground": token("ink"),
    "editorHoverWidget.border": token("line-strong"),
    "editorHoverWidget.statusBarBackground": token("bg-sunken"),
    "editorSuggestWidget.background": token("bg-overlay"),
    "editorSuggestWidget.border": token("line-strong"),
    "editorSuggestWidget.foreground": token("ink-2"),
    "editorSuggestWidget.selectedBackground": token("accent-soft"),
    "editorSuggestWidget.selectedForeground": token("ink"),
    "editorSuggestWidget.highlightForeground": token("accent-text"),
    "editorSuggestWidget.focusHighlightForeground": token("accent-text"),
  };
}

function scrollbarColors(token: Token): editor.IColors {
  return {
    "scrollbar.shadow": "#00000000",
    "scrollbarSlider.background": `${token("line-strong")}99`,
    "scrollbarSlider.hoverBackground": token("line-strong"),
    "scrollbarSlider.activeBackground": token("line-control"),
  };
}

function diffColors(token: Token): editor.IColors {
  return {
    "diffEditor.insertedTextBackground": token("add-word"),
    "diffEditor.removedTextBackground": token("del-word"),
    "diffEditor.insertedLineBackground": token("add-bg"),
    "diffEditor.removedLineBackground": token("del-bg"),
    "diffEditor.diagonalFill": token("line"),
    "diffEditor.unchangedRegionBackground": token("bg-sunken"),
    "diffEditor.unchangedRegionForeground": token("ink-3"),
  };
}

/** The fields, lists, menus and buttons inside what opens over the text. */
function controlColors(token: Token): editor.IColors {
  return {
    "input.background": token("bg"),
    "input.foreground": token("ink"),
    "input.border": token("line-control"),
    "inputOption.activeBackground": token("accent-soft"),
    "inputOption.activeForeground": token("ink"),
    "inputOption.activeBorder": token("accent-text"),
    focusBorder: token("focus"),
    "list.hoverBackground": token("bg-hover"),
    "list.activeSelectionBackground": token("accent-soft"),
    "list.activeSelectionForeground": token("ink"),
    "list.focusBackground": token("accent-soft"),
    "list.focusForeground": token("ink"),
    "list.highlightForeground": token("accent-text"),
    "quickInput.background": token("bg-overlay"),
    "quickInput.foreground": token("ink"),
    "quickInputList.focusBackground": token("accent-soft"),
    "quickInputList.focusForeground": token("ink"),
    "menu.background": token("bg-overlay"),
    "menu.foreground": token("ink"),
    "menu.selectionBackground": token("accent-soft"),
    "menu.selectionForeground": token("ink"),
    "menu.border": token("line-strong"),
    "menu.separatorBackground": token("line"),
    "textLink.foreground": token("accent-text"),
    "textLink.activeForeground": token("accent-text"),
    "button.background": token("accent"),
    "button.foreground": token("accent-on"),
    "button.hoverBackground": token("accent-hover"),
  };
}

/** Brackets of every depth in the colour of the text: links and lists are full of them. */
function plainBrackets(token: Token): editor.IColors {
  const depths = ["1", "2", "3", "4", "5", "6", ".unexpectedBracket.foreground"];
  return Object.fromEntries(
    depths.map((depth) => [
      depth.startsWith(".") ? `editorBracketHighlight${depth}` : `editorBracketHighlight.foreground${depth}`,
      token("ink"),
    ]),
  );
}

/** Monaco takes hex only; a style sheet may have been minified to `#fff` or computed to `rgb(...)`. */
function toHex(color: string): string {
  if (/^#[0-9a-f]{6}$/i.test(color)) return color;
  if (/^#[0-9a-f]{3}$/i.test(color)) return color.replace(/[0-9a-f]/gi, "$&$&");
  const channels = color.match(/\d+/g)?.slice(0, 3).map(Number) ?? [];
  if (channels.length < 3) return "#808080";
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}
