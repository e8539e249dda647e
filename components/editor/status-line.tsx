"use client";

import { Check, CircleDot, CircleX, LoaderCircle, TriangleAlert } from "lucide-react";
import { countProblems } from "@/components/library/problems/problems";
import { Digest } from "@/components/ui/copy-button";
import { formatCount, formatNumber } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { useObservable } from "@/components/ui/observable";
import { RelativeTime } from "@/components/ui/relative-time";
import { TextButton } from "@/components/ui/text-link";
import { useEditor, useEditorState } from "./editor-context";
import type { CursorPlace } from "./monaco/cursor-place";
import type { EditorState } from "./saving/draft-session";
import { isDirty } from "./saving/draft-state";

type StatusLineProps = {
  cursor: CursorPlace;
  blockedReason: string | undefined;
  blockedId: string;
  onProblems: () => void;
  /** Shows what stands in the way of publishing. */
  onBlocked: (() => void) | undefined;
};

/** 28 px under the panes: what is saved, what is wrong, where the cursor is, what it weighs. */
export function StatusLine({ cursor, blockedReason, blockedId, onProblems, onBlocked }: StatusLineProps) {
  const revision = useEditorState((state) => state.draft.revision);
  const digest = useEditorState((state) => state.draft.digest);
  const tokens = useEditorState((state) => shownTokens(state), sameTokens);
  return (
    <footer className="flex h-status flex-none items-center gap-4 overflow-hidden whitespace-nowrap border-line border-t bg-sunken px-3 text-12 text-ink-2 compact:h-auto compact:min-h-status compact:flex-wrap compact:py-1">
      <SaveWords />
      <span>Revision {revision}</span>
      <Digest digest={digest} />
      <ProblemWords onProblems={onProblems} />
      <span id={blockedId} className="min-w-0 truncate text-ink-3">
        {onBlocked && blockedReason ? (
          <button
            type="button"
            onClick={onBlocked}
            className="min-h-6 underline-offset-3 hover:underline"
            title="See what blocks publishing"
          >
            {blockedReason}
          </button>
        ) : (
          blockedReason
        )}
      </span>
      <span className="ml-auto flex gap-4">
        <CursorWords cursor={cursor} />
        <span title="Always in context, on activation, and only when read">
          <span className="text-ink-3">Tokens (est.)</span> metadata {formatNumber(tokens.metadata)} ·
          instructions {formatNumber(tokens.instructions)} · files {formatNumber(tokens.resources)}
        </span>
      </span>
    </footer>
  );
}

/** The server's count of the saved draft, plus what the worker estimates that unsaved edits add. */
export function shownTokens({ draft, tokens, check, savedEstimate }: EditorState): EditorState["tokens"] {
  if (!isDirty(draft) || check === null || savedEstimate === null) return tokens;
  const now = (level: keyof typeof tokens) =>
    Math.max(0, tokens[level] + check.tokens[level] - savedEstimate[level]);
  return { metadata: now("metadata"), instructions: now("instructions"), resources: now("resources") };
}

export const sameTokens = (left: EditorState["tokens"], right: EditorState["tokens"]): boolean =>
  left.metadata === right.metadata &&
  left.instructions === right.instructions &&
  left.resources === right.resources;

function SaveWords() {
  const { save } = useEditor();
  const state = useEditorState((each) => each.save);
  const dirty = useEditorState((each) => isDirty(each.draft));
  const savedAt = useEditorState((each) => each.savedAt);
  return (
    <span role="status" className="inline-flex flex-none items-center gap-1.5">
      {state.kind === "saving" ? (
        <>
          <Icon of={LoaderCircle} size={14} className="animate-spin" /> Saving
        </>
      ) : state.kind === "failed" ? (
        <span className="inline-flex items-center gap-1.5 text-danger" title={state.message}>
          <Icon of={CircleX} size={14} /> {state.againInMs === null ? "Not saved" : "Not saved yet"}
          <TextButton onClick={() => void save()}>Try again</TextButton>
        </span>
      ) : dirty ? (
        <>
          <Icon of={CircleDot} size={14} /> Unsaved changes
        </>
      ) : (
        <>
          <Icon of={Check} size={14} />
          <span>
            Saved <RelativeTime at={savedAt} as="clock" />
          </span>
        </>
      )}
    </span>
  );
}

function ProblemWords({ onProblems }: { onProblems: () => void }) {
  const problems = useEditorState((state) => state.problems);
  const { errors, warnings } = countProblems(problems);
  if (errors + warnings === 0) return null;
  return (
    <button
      type="button"
      onClick={onProblems}
      className="inline-flex min-h-6 flex-none items-center gap-4 underline-offset-3 hover:underline"
    >
      {errors === 0 ? null : (
        <span className="inline-flex items-center gap-1.5 text-danger">
          <Icon of={CircleX} size={14} /> {formatCount(errors, "error")}
        </span>
      )}
      {warnings === 0 ? null : (
        <span className="inline-flex items-center gap-1.5 text-warn">
          <Icon of={TriangleAlert} size={14} /> {formatCount(warnings, "warning")}
        </span>
      )}
    </button>
  );
}

function CursorWords({ cursor }: { cursor: CursorPlace }) {
  const place = useObservable(cursor, (value) => value);
  return place === null ? null : (
    <span className="narrow:hidden">
      Ln {place.line}, Col {place.column}
    </span>
  );
}
