import { listProblems, type Problem } from "@/components/library/problems/problems";
import {
  type Dismissed,
  splitFindings,
  withSavedDismissals,
} from "@/components/library/problems/split-findings";
import { createObservable, type Observable } from "@/components/ui/observable";
import type { DialectId } from "@/lib/dialects/dialect-heads";
import type { Draft, DraftFinding } from "@/lib/library/drafts/draft-schema";
import type { FileContent } from "@/lib/library/package-schema";
import { isSkillFile } from "@/lib/skills/find-skill-file";
import type { SkillIssue } from "@/lib/skills/skill-issue";
import { applyEdits } from "@/lib/skills/text-position";
import type { CheckResult } from "../problems/check-draft";
import type { DraftApi } from "./draft-api";
import {
  type DraftState,
  findFile,
  isDirty,
  loadText,
  openDraft,
  setText,
  statusOf,
  type WorkingFile,
} from "./draft-state";
import { findConflicts, type RemoteDraft, rebaseDraft } from "./rebase-draft";

export type SaveState =
  | { kind: "idle" }
  | { kind: "saving" }
  /** The text is kept; saving again is possible. `againInMs`: when that is done by itself; null when somebody has to. */
  | { kind: "failed"; message: string; againInMs: number | null };

export type EditorState = {
  draft: DraftState;
  activeId: string | null;
  /** Texts that could not be fetched, by file id. */
  loadErrors: Readonly<Record<string, string>>;
  save: SaveState;
  savedAt: string;
  savedBy: string;
  baseVersion: number | null;
  /** The newest version when the saved draft is exactly that. */
  unchangedSince: number | null;
  tokens: Draft["tokens"];
  /** What the last check said, from the worker; the server's own until the first one. */
  problems: readonly Problem[];
  /** Findings that somebody has accepted; they are no problems. */
  dismissed: readonly Dismissed[];
  /** What the server said about the saved draft; its findings also stand for files whose text is not here. */
  server: { issues: readonly SkillIssue[]; findings: readonly DraftFinding[] };
  check: CheckResult | null;
  /** The worker's token estimate of the saved draft: what an edit adds is measured against it. */
  savedEstimate: CheckResult["tokens"] | null;
  /** The texts that `problems` speaks of, by path; null while they are the saved ones. */
  checked: ReadonlyMap<string, string> | null;
  /** The hosts whose view of the draft is shown. */
  dialects: readonly DialectId[];
  /** A newer revision that touches files changed here; saving will show both texts. */
  newer: Draft | null;
};

/** The one that is open where nobody chose another. */
const firstFile = ({ files }: DraftState) => files.find(({ path }) => isSkillFile(path)) ?? files[0];

/** One open draft: its state, the texts it fetches, what the worker and the server say about it. */
export class DraftSession {
  readonly state: Observable<EditorState>;
  private readonly fetching = new Set<string>();

  constructor(
    draft: Draft,
    readonly api: DraftApi,
  ) {
    const opened = openDraft(draft);
    const first = firstFile(opened);
    this.state = createObservable<EditorState>({
      draft: opened,
      activeId: first?.id ?? null,
      loadErrors: {},
      save: { kind: "idle" },
      savedAt: draft.updatedAt,
      savedBy: draft.updatedBy.name,
      baseVersion: draft.baseVersion,
      unchangedSince: draft.unchangedSince,
      tokens: draft.tokens,
      ...judge(draft.issues, draft.findings),
      server: { issues: draft.issues, findings: draft.findings },
      check: null,
      savedEstimate: null,
      checked: null,
      dialects: ["standard"],
      newer: null,
    });
  }

  get draft(): DraftState {
    return this.state.get().draft;
  }

  update(change: Partial<EditorState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }

  /** Changes the draft, and keeps a file open that is still there. */
  change(draft: DraftState): void {
    if (draft === this.draft) return;
    const { activeId } = this.state.get();
    const isOpen = draft.files.some((file) => file.id === activeId);
    this.update(isOpen ? { draft } : { draft, activeId: firstFile(draft)?.id ?? null });
  }

  type(id: string, text: string): void {
    this.change(setText(this.draft, id, text));
  }

  openPath(path: string): void {
    const file = findFile(this.draft, path);
    if (file) this.update({ activeId: file.id });
  }

  /** Takes a saved text that came with the page; load() fetches the others. */
  receive({ path, sha256, text }: FileContent): void {
    const file = findFile(this.draft, path);
    if (!file || text === undefined || file.savedText !== null || file.saved?.sha256 !== sha256) return;
    this.change(loadText(this.draft, file.id, text));
  }

  /** Fetches the saved text of a file, once; a failure is kept for the pane to show. */
  async load(id: string): Promise<void> {
    const file = this.draft.files.find((each) => each.id === id);
    if (!file?.saved || file.savedText !== null || file.saved.kind === "binary" || this.fetching.has(id))
      return;
    const { path, sha256 } = file.saved;
    this.fetching.add(id);
    try {
      const content = await this.api.file(path);
      if (this.savedSha256(id) !== sha256) return;
      if (content.text !== undefined && content.sha256 === sha256)
        this.change(loadText(this.draft, id, content.text));
      else if (content.text === undefined) this.fail(id, "This file is too large to edit here.");
      else await this.refresh();
    } catch (error) {
      this.fail(id, error instanceof Error ? error.message : "The file could not be read.");
    } finally {
      this.fetching.delete(id);
    }
  }

  private fail(id: string, message: string): void {
    this.update({ loadErrors: { ...this.state.get().loadErrors, [id]: message } });
  }

  retryLoad(id: string): Promise<void> {
    const { [id]: _, ...others } = this.state.get().loadErrors;
    this.update({ loadErrors: others });
    return this.load(id);
  }

  private savedSha256(id: string): string | undefined {
    return this.draft.files.find((each) => each.id === id)?.saved?.sha256;
  }

  /** Asks the server for the draft and takes over what does not touch unsaved work. */
  async refresh(): Promise<void> {
    const remote = await this.api.draft().catch(() => null);
    if (remote) this.meet(remote);
  }

  /** A draft from the server: taken over at once, or remembered as `newer` when it overlaps unsaved work. */
  meet(remote: Draft): void {
    if (remote.revision === this.draft.revision) this.rejudge(remote);
    if (remote.revision <= this.draft.revision || this.state.get().save.kind === "saving") return;
    if (findConflicts(this.draft, remote).length > 0) this.update({ newer: remote });
    else this.take(remote, rebaseDraft(this.draft, remote));
  }

  /** Judges the same revision anew: somebody published it, dismissed a finding or took that back. */
  private rejudge({ baseVersion, unchangedSince, issues, findings }: Draft): void {
    const { check, checked } = this.state.get();
    this.update({ baseVersion, unchangedSince, server: { issues, findings } });
    if (check && checked) this.takeCheck(check, checked);
    else if (!isDirty(this.draft)) this.update(judge(issues, findings));
  }

  take(remote: Draft, draft: DraftState = rebaseDraft(this.draft, remote as RemoteDraft)): void {
    this.change(draft);
    const clean = !isDirty(draft);
    this.update({
      newer: null,
      savedAt: remote.updatedAt,
      savedBy: remote.updatedBy.name,
      baseVersion: remote.baseVersion,
      unchangedSince: remote.unchangedSince,
      tokens: remote.tokens,
      server: { issues: remote.issues, findings: remote.findings },
      ...(clean ? { ...judge(remote.issues, remote.findings), checked: null } : {}),
    });
  }

  /**
   * The worker's answer about the texts in `checked`, by path. A clean draft keeps the server's list, which has read every file; an edited
   * one takes the worker's, and the server's findings for what the worker could not read.
   */
  takeCheck(check: CheckResult, checked: ReadonlyMap<string, string>): void {
    const { draft, server } = this.state.get();
    if (!isDirty(draft)) {
      const judged = judge(server.issues, server.findings);
      this.update({ check, ...judged, checked: null, savedEstimate: check.tokens });
      return;
    }
    const read = new Set(check.readPaths);
    const unread = draft.files.filter((file) => !read.has(file.path) && statusOf(file) === null);
    const unreadPaths = new Set(unread.map((file) => file.path));
    // Only the server knows the other skills of the workspace.
    const collisions = server.issues.filter((issue) => issue.rule === "name-collision");
    const allRead = unread.every((file) => file.kind === "binary");
    const issues = allRead ? check.issues : check.issues.filter((issue) => issue.rule !== "file-unmentioned");
    const findings = server.findings.filter((finding) => unreadPaths.has(finding.path));
    this.update({
      check,
      checked,
      ...judge(
        [...issues, ...collisions],
        [...withSavedDismissals(check.findings, server.findings), ...findings],
      ),
    });
  }

  /** Applies a problem's fix to the text it was found in; false when the text has changed since. */
  applyFix(problem: Problem): boolean {
    const { problems, checked } = this.state.get();
    const file = findFile(this.draft, problem.path);
    if (!problem.fix || !file || file.text === null || !problems.includes(problem)) return false;
    const textThen = checked === null ? file.savedText : checked.get(file.path);
    if (textThen !== file.text) return false;
    this.type(file.id, applyEdits(file.text, problem.fix.edits));
    return true;
  }
}

function judge(issues: readonly SkillIssue[], findings: readonly DraftFinding[]) {
  const { open, dismissed } = splitFindings(findings);
  return { problems: listProblems(issues, open), dismissed };
}

export const activeFile = (state: EditorState): WorkingFile | null =>
  state.draft.files.find((file) => file.id === state.activeId) ?? null;
