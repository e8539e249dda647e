"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { agentKeys, agentQuery } from "@/components/data/agent-queries";
import type { Agent, Assignment } from "@/lib/agents/schema";
import { ApiError, client, unwrap } from "@/lib/api/client";
import {
  type AssignmentChange,
  applyChange,
  type ChangeSentence,
  inverseOf,
  sayChange,
  toInput,
} from "./assignment-list";

/** What was last said about the list. A stale change was not saved and can be tried on the list as it is now. */
export type AssignmentNotice =
  | { kind: "changed"; sentence: ChangeSentence; canUndo: boolean }
  | { kind: "stale"; by: string; change: AssignmentChange }
  | { kind: "failed"; message: string };

type Pending = { id: number; change: AssignmentChange };

/**
 * An agent's assignments, shown at once as the person wants them and sent one change after another. Each change is
 * applied to the newest list known when it is sent, so that waiting changes never undo somebody else's.
 */
export function useAssignments(workspace: string, agent: Agent) {
  const { slug } = agent;
  const queryClient = useQueryClient();
  const { queryKey } = agentQuery(client.agents, workspace, slug);
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const [notice, setNotice] = useState<AssignmentNotice | null>(null);
  const undoStack = useRef<AssignmentChange[]>([]);
  const nextId = useRef(0);

  const rows = useMemo(
    () =>
      pending.reduce<readonly Assignment[]>(
        (list, { change }) => applyChange(list, change),
        agent.assignments,
      ),
    [agent.assignments, pending],
  );

  const { mutate } = useMutation({
    meta: { silent: true },
    scope: { id: `assignments:${workspace}:${slug}` },
    mutationFn: async ({ change }: Pending): Promise<Agent> => {
      const newest = queryClient.getQueryData<Agent>(queryKey) ?? agent;
      const next = applyChange(newest.assignments, change);
      if (next === newest.assignments) return newest;
      return unwrap(
        client.agents.workspaces[":workspace"].agents[":agent"].assignments.$put({
          param: { workspace, agent: slug },
          json: { baseRevision: newest.revision, items: toInput(next) },
        }),
      );
    },
    onSuccess: (answer) => queryClient.setQueryData<Agent>(queryKey, answer),
    onError: async (error, { change }) => {
      undoStack.current = [];
      const { agentSchema } = await import("@/lib/agents/schema");
      const current = agentSchema.safeParse(error instanceof ApiError ? error.details.agent : undefined);
      if (current.success) queryClient.setQueryData<Agent>(queryKey, current.data);
      const isStale = error instanceof ApiError && error.code === "CONFLICT" && current.success;
      setNotice(
        isStale
          ? { kind: "stale", by: current.data.updatedBy.name, change }
          : { kind: "failed", message: error.message },
      );
    },
    onSettled: (_answer, _error, { id }) => {
      setPending((list) => list.filter((entry) => entry.id !== id));
      void queryClient.invalidateQueries({ queryKey: agentKeys.all(workspace) });
    },
  });

  const apply = useCallback(
    (change: AssignmentChange, isUndo = false) => {
      const inverse = inverseOf(rows, change);
      if (inverse === null) return;
      if (!isUndo) undoStack.current.push(inverse);
      setNotice({ kind: "changed", sentence: sayChange(rows, change), canUndo: !isUndo });
      nextId.current += 1;
      const entry = { id: nextId.current, change };
      setPending((list) => [...list, entry]);
      mutate(entry);
    },
    [rows, mutate],
  );

  const undo = useCallback(() => {
    const change = undoStack.current.pop();
    if (change !== undefined) apply(change, true);
  }, [apply]);

  useUndoKey(undo);
  return { rows, notice, apply, undo };
}

/** Cmd/Ctrl+Z, except where somebody types: there it belongs to the text. */
function useUndoKey(undo: () => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isUndo = (event.metaKey || event.ctrlKey) && !event.shiftKey && event.key.toLowerCase() === "z";
      const isTyping =
        event.target instanceof HTMLElement && event.target.matches("input, textarea, [contenteditable]");
      if (!isUndo || isTyping) return;
      event.preventDefault();
      undo();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [undo]);
}
