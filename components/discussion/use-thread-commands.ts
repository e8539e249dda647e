"use client";

import { useMemo } from "react";
import type { ThreadScope } from "@/components/data/thread-queries";
import { useSession } from "@/components/layout/current-workspace";
import { toast } from "@/components/ui/toaster";
import { client, unwrap } from "@/lib/api/client";
import type { Comment, CreateThread, Thread } from "@/lib/discussion/schema";
import type { Written } from "./comment-composer";
import { pendingId, type ThreadCommands } from "./thread-commands";
import { type OptimisticThreads, sayWhy, useOptimisticThreads } from "./use-optimistic-threads";

/** A thread to begin: what the API is told, and where it stands until the API says so. */
type NewThread = Written & {
  review?: number | undefined;
  anchor: CreateThread["anchor"];
  place: Thread["place"];
};

export type StartThread = (thread: NewThread) => Promise<unknown>;

type Person = Comment["author"];
type Options = {
  /** The draft's revision on screen; null where nothing can be applied. */
  draftRevision: number | null;
};

/**
 * What can be done in the threads of one place. Comments stand there at once and go again when the server refuses;
 * then whoever wrote gets the text back. Nothing is deleted or applied before the server has done it.
 */
export function useThreadCommands(workspace: string, scope: ThreadScope, { draftRevision }: Options) {
  const { user } = useSession();
  const threads = useOptimisticThreads(workspace, scope);
  return useMemo(() => {
    const person = { id: user.id, name: user.name };
    return {
      ...writingCommands(workspace, threads, person),
      resolve: resolveCommand(workspace, threads, person),
      apply:
        draftRevision === null ? null : applyCommand(workspace, draftRevision, threads.refreshWithSkills),
    } satisfies ThreadCommands & { start: StartThread };
  }, [threads, workspace, user.id, user.name, draftRevision]);
}

const api = client.reviews.workspaces[":workspace"];

function toComment({ body, suggestion }: Written, author: Person): Comment {
  return {
    id: pendingId(),
    author,
    body,
    mentions: [],
    suggestion: suggestion === undefined ? null : { text: suggestion, applied: null, blocked: null },
    createdAt: new Date().toISOString(),
    editedAt: null,
  };
}

function writingCommands(workspace: string, threads: OptimisticThreads, person: Person) {
  const remove = async (_thread: Thread, { id }: Comment) => {
    await unwrap(api.comments[":comment"].$delete({ param: { workspace, comment: id } }));
    threads.refresh();
  };
  const offerUndo = (thread: Thread) => {
    const comment = thread.comments.findLast(({ author }) => author.id === person.id);
    if (!comment) return;
    const onClick = () => void remove(thread, comment).catch(sayWhy);
    toast("Comment added", { action: { label: "Undo", onClick } });
  };
  const start: StartThread = async ({ review, anchor, place, ...written }) => {
    const comment = toComment(written, person);
    const { id, createdAt } = comment;
    const thread: Thread = {
      id,
      review: null,
      place,
      resolved: null,
      createdBy: person,
      createdAt,
      comments: [comment],
    };
    const json = { ...written, anchor, ...(review === undefined ? {} : { review }) };
    const show = () => threads.change((items) => [...items, thread]);
    const ask = () => unwrap(api.threads.$post({ param: { workspace }, json }));
    offerUndo(await threads.attempt({ id, show, ask }));
  };
  const reply = async ({ id }: Thread, written: Written) => {
    const comment = toComment(written, person);
    const show = () => threads.put(id, (now) => ({ ...now, comments: [...now.comments, comment] }));
    const route = api.threads[":thread"].comments;
    const ask = () => unwrap(route.$post({ param: { workspace, thread: id }, json: written }));
    offerUndo(await threads.attempt({ id, show, ask }));
  };
  const edit = ({ id }: Thread, comment: Comment, body: string) => {
    const edited = (one: Comment) => (one.id === comment.id ? { ...one, body } : one);
    const show = () => threads.put(id, (now) => ({ ...now, comments: now.comments.map(edited) }));
    const route = api.comments[":comment"];
    const ask = () => unwrap(route.$patch({ param: { workspace, comment: comment.id }, json: { body } }));
    return threads.attempt({ id, show, ask });
  };
  return { start, reply, edit, remove };
}

function resolveCommand(workspace: string, threads: OptimisticThreads, by: Person) {
  const set = (id: string, resolved: boolean) => {
    const shown = resolved ? { by, at: new Date().toISOString() } : null;
    const show = () => threads.put(id, (now) => ({ ...now, resolved: shown }));
    const route = api.threads[":thread"];
    const ask = () => unwrap(route.$patch({ param: { workspace, thread: id }, json: { resolved } }));
    return threads.attempt({ id, show, ask });
  };
  // What failed has been said in the corner.
  const ignore = () => {};
  return ({ id }: Thread, resolved: boolean) => {
    const onClick = () => void set(id, !resolved).catch(ignore);
    const words = resolved ? "Thread resolved" : "Thread open again";
    void set(id, resolved).then(() => toast(words, { action: { label: "Undo", onClick } }), ignore);
  };
}

function applyCommand(workspace: string, baseRevision: number, refresh: () => void) {
  return async (_thread: Thread, { id }: Comment) => {
    const route = api.comments[":comment"].apply;
    try {
      const thread = await unwrap(route.$post({ param: { workspace, comment: id }, json: { baseRevision } }));
      const applied = thread.comments.find((comment) => comment.id === id)?.suggestion?.applied;
      toast.success(applied ? `Applied: the draft is now r${applied.revision}` : "Applied");
    } catch (error) {
      sayWhy(error);
      throw error;
    } finally {
      refresh();
    }
  };
}
