"use client";

import { useWorkspace } from "@/components/layout/current-workspace";
import { whyNotByRole } from "@/lib/access/permissions";
import { actWords, manyActs } from "./act-words";

/**
 * Why the person's role allows no such act at all, for `missingRight`. What a co-maintainer may do to a skill of theirs
 * is open to all: the preview says to which it can be done.
 */
export function useBlockedActs(): Readonly<Record<string, string | undefined>> {
  const { role } = useWorkspace();
  return Object.fromEntries(
    manyActs.flatMap((act) => {
      const { permission } = actWords[act];
      const blocked = permission === null ? null : whyNotByRole(role, permission);
      return blocked === null ? [] : [[act, blocked]];
    }),
  );
}
