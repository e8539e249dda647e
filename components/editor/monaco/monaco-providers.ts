import {
  editor,
  type IRange,
  languages,
  MarkerSeverity,
  type Position,
  Range,
  Uri,
} from "monaco-editor/editor";
import type { Problem } from "@/components/library/problems/problems";
import { findLinks, resolveLink } from "@/lib/skills/find-links";
import type { TextRange } from "@/lib/skills/skill-issue";
import { skillLanguage } from "../files/file-kind";
import { completeFrontmatter, explainFrontmatter } from "./frontmatter-help";
import { currentOpenDraft } from "./open-draft-for-providers";

const markerOwner = "greenroom";
const linkScheme = "greenroom-file";
const prose = [skillLanguage, "markdown"];

export const toMonacoRange = (range: TextRange): IRange =>
  new Range(range.startLine, range.startColumn, range.endLine, range.endColumn);

const severities = {
  error: MarkerSeverity.Error,
  warning: MarkerSeverity.Warning,
  info: MarkerSeverity.Info,
} as const;

export function showProblems(model: editor.ITextModel, problems: readonly Problem[]): void {
  editor.setModelMarkers(
    model,
    markerOwner,
    problems.flatMap((problem) => {
      const range = visibleRange(model, problem.range);
      const { severity, message, rule: code } = problem;
      return range ? [{ ...range, severity: severities[severity], message, code, source: "Greenroom" }] : [];
    }),
  );
}

/** An empty range draws nothing: it is shown on the rest of its line; null where there is no rest. */
function visibleRange(model: editor.ITextModel, range: TextRange) {
  const { startLineNumber, startColumn, endLineNumber, endColumn } = model.validateRange(
    toMonacoRange(range),
  );
  const isEmpty = startLineNumber === endLineNumber && startColumn === endColumn;
  const end = isEmpty ? model.getLineMaxColumn(startLineNumber) : endColumn;
  if (isEmpty && end === startColumn) return null;
  return { startLineNumber, startColumn, endLineNumber, endColumn: end };
}

export function registerProviders(): void {
  languages.registerCompletionItemProvider(skillLanguage, { provideCompletionItems });
  languages.registerCompletionItemProvider(prose, {
    triggerCharacters: ["(", "/"],
    provideCompletionItems: completeLinks,
  });
  languages.registerHoverProvider(skillLanguage, { provideHover });
  languages.registerLinkProvider(prose, { provideLinks });
  languages.registerCodeActionProvider(
    "*",
    { provideCodeActions },
    { providedCodeActionKinds: ["quickfix"] },
  );
  editor.registerLinkOpener({
    open(resource) {
      if (resource.scheme !== linkScheme) return false;
      currentOpenDraft()?.openPath(resource.path.slice(1));
      return true;
    },
  });
}

function provideCompletionItems(model: editor.ITextModel, position: Position): languages.CompletionList {
  const { lineNumber, column } = position;
  const found = completeFrontmatter(model.getLinesContent(), { line: lineNumber, column });
  if (!found) return { suggestions: [] };
  const range = new Range(lineNumber, found.fromColumn, lineNumber, model.getLineMaxColumn(lineNumber));
  if (found.kind === "values") {
    const lead = found.needsBlank ? " " : "";
    const suggestions = found.values.map((value) => ({
      label: value,
      kind: languages.CompletionItemKind.Value,
      insertText: lead + value,
      filterText: lead + value,
      range,
    }));
    return { suggestions };
  }
  const suggestions = found.keys.map((entry, index) => ({
    label: { label: entry.key, description: entry.required ? "required" : entry.readBy },
    kind: languages.CompletionItemKind.Property,
    insertText: entry.snippet,
    documentation: entry.documentation,
    sortText: String(index).padStart(3, "0"),
    filterText: entry.key,
    range,
  }));
  return { suggestions };
}

function completeLinks(model: editor.ITextModel, position: Position): languages.CompletionList {
  const line = model.getLineContent(position.lineNumber);
  const open = /\]\(([^()\s]*)$/.exec(line.slice(0, position.column - 1));
  const draft = currentOpenDraft();
  if (!open || !draft) return { suggestions: [] };
  const own = draft.pathOf(model);
  const typed = open[1] ?? "";
  const range = new Range(
    position.lineNumber,
    position.column - typed.length,
    position.lineNumber,
    position.column,
  );
  const suggestions = draft
    .paths()
    .filter((path) => path !== own)
    .map((path) => ({ label: path, kind: languages.CompletionItemKind.File, insertText: path, range }));
  return { suggestions };
}

function provideHover(model: editor.ITextModel, position: Position): languages.Hover | null {
  const { lineNumber, column } = position;
  const found = explainFrontmatter(model.getLinesContent(), { line: lineNumber, column });
  if (!found) return null;
  const { entry, path, fromColumn, toColumn } = found;
  const reader = entry.readBy === "specification" ? "Agent Skills specification" : `Read by ${entry.readBy}`;
  return {
    range: new Range(lineNumber, fromColumn, lineNumber, toColumn),
    contents: [{ value: `**${path.join(".")}** (${reader})` }, { value: entry.documentation }],
  };
}

function provideLinks(model: editor.ITextModel): languages.ILinksList {
  const draft = currentOpenDraft();
  const own = draft?.pathOf(model) ?? null;
  if (!draft || own === null) return { links: [] };
  const paths = new Set(draft.paths());
  const text = model.getValue();
  const links = findLinks(text).flatMap((link) => {
    const path = resolveLink(own, link.target);
    if (path === null || !paths.has(path)) return [];
    const range = Range.fromPositions(model.getPositionAt(link.start), model.getPositionAt(link.end));
    return [{ range, url: Uri.from({ scheme: linkScheme, path: `/${path}` }), tooltip: `Open ${path}` }];
  });
  return { links };
}

function provideCodeActions(
  model: editor.ITextModel,
  _range: Range,
  context: languages.CodeActionContext,
): languages.CodeActionList {
  const draft = currentOpenDraft();
  const path = draft?.pathOf(model) ?? null;
  const problems = draft && path !== null ? draft.problemsOf(path) : [];
  const actions = context.markers.flatMap((marker): languages.CodeAction[] => {
    const problem = problems.find(
      (each) =>
        each.rule === marker.code &&
        each.range.startLine === marker.startLineNumber &&
        each.message === marker.message,
    );
    if (!problem?.fix) return [];
    const edits = problem.fix.edits.map((edit) => ({
      resource: model.uri,
      versionId: model.getVersionId(),
      textEdit: { range: toMonacoRange(edit.range), text: edit.text },
    }));
    return [
      {
        title: problem.fix.title,
        kind: "quickfix",
        diagnostics: [marker],
        isPreferred: true,
        edit: { edits },
      },
    ];
  });
  return { actions, dispose() {} };
}
