"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Thread } from "@/lib/discussion/schema";
import type { Written } from "./comment-composer";
import type { CommentContext } from "./thread-comment";
import type { StartThread } from "./use-thread-commands";

/** A review that something said about an event may belong to. */
export type ReviewChoice = { number: number; title: string; skill: string };

export type EventWriting = { seq: number; lost?: Written };

/** Holds the discussion of one conversation's events. */
export type EventDiscussionView = {
  conversation: { id: string; title: string };
  /** Whether everybody in the workspace may read it; only then its events can be discussed. */
  shared: boolean;
  /** Null for those who may not share it. */
  share: (() => void) | null;
  bySeq: ReadonlyMap<number, readonly Thread[]>;
  comments: CommentContext;
  start: StartThread;
  /** Open reviews, those of the skills that were rehearsed first. */
  reviews: readonly ReviewChoice[];
  /** The review that this conversation is a rehearsal of: everything said in it belongs there. */
  rehearsalOf: number | null;
  /** The event that is being written about, with what could not be sent. */
  writing: EventWriting | null;
  write: (writing: EventWriting | null) => void;
  /** Selects an event and opens what is said about it. */
  show: (seq: number) => void;
  hrefOfReview: (number: number) => string;
};

const EventDiscussionContext = createContext<EventDiscussionView | null>(null);

export function EventDiscussionProvider({
  view,
  children,
}: {
  view: EventDiscussionView;
  children: ReactNode;
}) {
  return <EventDiscussionContext value={view}>{children}</EventDiscussionContext>;
}

/** Null where events are shown that nobody discusses, as in a comparison. */
export const useEventDiscussion = () => useContext(EventDiscussionContext);

const none: readonly Thread[] = [];

/** What was said about any of the events that one line or mark stands for. */
export function useThreadsOn(seqs: readonly number[]): readonly Thread[] {
  const bySeq = useEventDiscussion()?.bySeq;
  if (!bySeq || bySeq.size === 0) return none;
  return [...new Set(seqs)].flatMap((seq) => bySeq.get(seq) ?? none);
}
