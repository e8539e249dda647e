"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ChangeTopic } from "@/lib/notifications/change-options";
import { askAgain } from "./ask-again";
import { useSession, useWorkspace } from "./current-workspace";
import { followChanges } from "./follow-changes";
import { askWhoIsHere, useIsSignedOut } from "./signed-in-state";

const gatherMs = 200;
/** While an import stores a thousand skills, a list is asked for this often and not more. */
const betweenMs = 2_000;
/** A write of one's own answers soon; what is shown meanwhile stays until it has. */
const writingMs = 250;
const longestWaitMs = 10_000;

/** Keeps what is on the screen as it is on the server, whoever changed it. */
export function LiveChanges() {
  const { slug } = useWorkspace();
  const { user } = useSession();
  const cache = useQueryClient();
  const isSignedOut = useIsSignedOut();
  useEffect(() => {
    // Nobody is told anything; whoever signs in begins anew.
    if (isSignedOut) return;
    const moved = new Map<ChangeTopic, number>();
    let sessions: Set<string> | null = new Set();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let askedAt = 0;
    let movedAt = 0;
    const ask = () => {
      timer = undefined;
      if (moved.size === 0 || document.hidden) return;
      if (cache.isMutating() > 0 && Date.now() - movedAt < longestWaitMs) {
        timer = setTimeout(ask, writingMs);
        return;
      }
      askedAt = Date.now();
      // Since the page came, not with it: one's own role may be what has moved.
      if (moved.get("members") === 0) void askWhoIsHere();
      void askAgain(cache, slug, { topics: moved, sessions });
      moved.clear();
      sessions = new Set();
    };
    const plan = () => {
      timer ??= setTimeout(ask, Math.max(gatherMs, askedAt + betweenMs - Date.now()));
    };
    const leave = followChanges(
      { workspace: slug, person: user.id },
      {
        onMoved: ({ topics, olderThanMs, sessions: named }) => {
          if (named === null && topics.includes("live")) sessions = null;
          for (const session of named ?? []) sessions?.add(session);
          if (moved.size === 0) movedAt = Date.now();
          for (const topic of topics)
            moved.set(topic, Math.min(olderThanMs, moved.get(topic) ?? Number.POSITIVE_INFINITY));
          plan();
        },
        onRefused: () => void askWhoIsHere(),
      },
    );
    // A tab that nobody sees asks for nothing until somebody does.
    document.addEventListener("visibilitychange", plan);
    return () => {
      leave();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", plan);
    };
  }, [cache, slug, user.id, isSignedOut]);
  return null;
}
