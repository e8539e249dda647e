"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { membersQuery } from "@/components/data/settings-queries";
import { mentionable } from "@/components/discussion/mentionable";
import { useThreadCommands } from "@/components/discussion/use-thread-commands";
import { useSession } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { client } from "@/lib/api/client";
import type { Thread } from "@/lib/discussion/schema";
import type { Review } from "@/lib/reviews/review-schema";
import type { ReviewView } from "./review-context";
import { versionWords } from "./review-words";

/** What the parts of the page need to show threads and to write in them. */
export function useViewOfReview(workspace: string, review: Review, threads: readonly Thread[]): ReviewView {
  const { user } = useSession();
  const { data: members } = useQuery(membersQuery(client.workspaces, workspace));
  const noEdit = useBlockedFor("library.edit");
  const noComment = useBlockedFor("discussion.comment");
  const { draft, number, endedAt, may, baseVersion } = review;
  const applyBlocked = may.edit ? undefined : noEdit;
  const ended = endedAt === null ? undefined : "This review has ended: what was said stays.";
  const blocked = ended ?? (may.comment ? undefined : noComment);
  const commands = useThreadCommands(
    workspace,
    { review: number },
    { draftRevision: endedAt === null ? draft.revision : null },
  );
  return useMemo(
    () => ({
      workspace,
      review,
      threads,
      start: commands.start,
      before: versionWords(baseVersion),
      comments: {
        viewerId: user.id,
        people: mentionable(members?.items),
        commands,
        blocked,
        applyBlocked,
      },
    }),
    [workspace, review, threads, commands, baseVersion, user.id, members, blocked, applyBlocked],
  );
}
