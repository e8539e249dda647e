import { languageOf } from "../files/file-kind";
import type { DraftSession } from "../saving/draft-session";
import type { WorkingFile } from "../saving/draft-state";
import { loadMonaco, type monaco } from "./monaco-setup";

type Entry = { model: monaco.editor.ITextModel; view: monaco.editor.ICodeEditorViewState | null };

/**
 * One Monaco model per opened file, so that each keeps its undo history and place. Typing goes into the session;
 * what changes the session otherwise (a fix, a restore, another person's save) comes back as an edit that can be undone.
 */
export class ModelShelf {
  private readonly entries = new Map<string, Entry>();
  private readonly stopWatching: () => void;
  private shown: string | null = null;

  constructor(private readonly session: DraftSession) {
    let last = session.draft;
    this.stopWatching = session.state.subscribe(() => {
      if (session.draft === last) return;
      last = session.draft;
      this.follow();
    });
  }

  show(editor: monaco.editor.IStandaloneCodeEditor, id: string): void {
    const file = this.fileOf(id);
    if (file?.text === null || file?.text === undefined) return;
    const previous = this.shown === null ? undefined : this.entries.get(this.shown);
    if (previous && this.shown !== id) previous.view = editor.saveViewState();
    const entry = this.entries.get(id) ?? this.open(file, file.text);
    this.shown = id;
    if (editor.getModel() === entry.model) return;
    editor.setModel(entry.model);
    if (entry.view) editor.restoreViewState(entry.view);
  }

  pathOf(model: monaco.editor.ITextModel): string | null {
    for (const [id, entry] of this.entries) if (entry.model === model) return this.fileOf(id)?.path ?? null;
    return null;
  }

  dispose(): void {
    this.stopWatching();
    for (const { model } of this.entries.values()) model.dispose();
    this.entries.clear();
  }

  private fileOf(id: string): WorkingFile | undefined {
    return this.session.draft.files.find((file) => file.id === id);
  }

  private open(file: WorkingFile, text: string): Entry {
    const model = loadMonaco().editor.createModel(text, languageOf(file.path));
    const entry: Entry = { model, view: null };
    this.entries.set(file.id, entry);
    model.onDidChangeContent(() => this.session.type(file.id, modelText(model)));
    return entry;
  }

  private follow(): void {
    const api = loadMonaco();
    for (const [id, { model }] of this.entries) {
      const file = this.fileOf(id);
      if (!file || file.text === null) {
        if (!file || file.kind === "binary") this.drop(id);
        continue;
      }
      if (file.text !== modelText(model) && !sameLines(file.text, model)) {
        model.pushStackElement();
        model.pushEditOperations(null, [{ range: model.getFullModelRange(), text: file.text }], () => null);
        model.pushStackElement();
      }
      const language = languageOf(file.path);
      if (model.getLanguageId() !== language) api.editor.setModelLanguage(model, language);
    }
  }

  private drop(id: string): void {
    if (this.shown === id) this.shown = null;
    this.entries.get(id)?.model.dispose();
    this.entries.delete(id);
  }
}

/** With its byte order mark, so that saving changes nothing but what was typed. */
const modelText = (model: monaco.editor.ITextModel): string => model.getValue(undefined, true);

/** Monaco holds one kind of line ending a file; a text of mixed endings stays as it is until it is typed in. */
const sameLines = (text: string, model: monaco.editor.ITextModel): boolean =>
  text.replace(/\r\n|\r/g, "\n") === model.getValue(1, true);
