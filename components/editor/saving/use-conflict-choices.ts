"use client";

import { useEffect, useState } from "react";
import type { Draft } from "@/lib/library/drafts/draft-schema";
import { useEditor } from "../editor-context";
import { type ConflictChoice, toChoice } from "./conflict-choices";
import { findConflicts } from "./rebase-draft";

type Choices = { choices: readonly ConflictChoice[] | null; error: string | null };

/** Fetches the other side's texts, and this side's where only the name was changed. */
export function useConflictChoices(newer: Draft): Choices {
  const { session } = useEditor();
  const [choices, setChoices] = useState<readonly ConflictChoice[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    const readText = async (file: { path: string; kind: string } | null) =>
      file?.kind === "text" ? ((await session.api.file(file.path)).text ?? null) : null;
    const conflicts = findConflicts(session.draft, newer);
    Promise.all(conflicts.map(async (conflict) => toChoice(conflict, await readText(conflict.theirs)))).then(
      (all) => (isGone ? undefined : setChoices(all)),
      (reason) => (isGone ? undefined : setError(reason instanceof Error ? reason.message : String(reason))),
    );
    return () => {
      isGone = true;
    };
  }, [session, newer]);
  return { choices, error };
}
