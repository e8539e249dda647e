"use client";

import { createContext, type ReactNode, useContext } from "react";
import { eventPath } from "@/components/data/review-paths";
import type { CommentContext } from "@/components/discussion/thread-comment";
import { ThreadView } from "@/components/discussion/thread-view";
import type { StartThread } from "@/components/discussion/use-thread-commands";
import type { Thread } from "@/lib/discussion/schema";
import type { Review } from "@/lib/reviews/review-schema";

/** What the parts of a review's page share. */
export type ReviewView = {
  workspace: string;
  review: Review;
  threads: readonly Thread[];
  comments: CommentContext;
  start: StartThread;
  /** What the old side of the comparison is called: "v6". */
  before: string;
};

const ReviewContext = createContext<ReviewView | null>(null);

export function ReviewProvider({ view, children }: { view: ReviewView; children: ReactNode }) {
  return <ReviewContext value={view}>{children}</ReviewContext>;
}

export function useReviewView(): ReviewView {
  const view = useContext(ReviewContext);
  if (view === null) throw new Error("Parts of a review stand inside ReviewProvider");
  return view;
}

/** A thread of this review, with everything that can be done with it. */
export function ReviewThread({ thread, showPath = false }: { thread: Thread; showPath?: boolean }) {
  const { workspace, comments, before } = useReviewView();
  return (
    <ThreadView
      {...comments}
      thread={thread}
      before={before}
      showPath={showPath}
      eventHref={({ id, seq }) => eventPath(workspace, { id, seq })}
    />
  );
}
