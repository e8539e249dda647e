"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { askEverythingAgain } from "./ask-again";
import { useSession, useWorkspace } from "./current-workspace";
import { onWhoIsHere } from "./signed-in-state";

/** Keeps a page to the person it was made for, and to what they may do now. */
export function WhoIsHere() {
  const { user } = useSession();
  const { id, slug, role } = useWorkspace();
  const router = useRouter();
  const cache = useQueryClient();
  useEffect(
    () =>
      onWhoIsHere((session, wasSignedOut) => {
        // Nothing of one person's may be shown to another.
        if (session.user.id !== user.id) return window.location.reload();
        const here = session.workspaces.find((workspace) => workspace.id === id);
        if (!here) return router.refresh();
        if (wasSignedOut || here.role !== role) void askEverythingAgain(cache, slug);
      }),
    [cache, router, user.id, id, slug, role],
  );
  return null;
}
