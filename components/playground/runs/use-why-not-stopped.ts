"use client";

import { useSession } from "@/components/layout/current-workspace";
import { mayStop, whoStops } from "@/lib/sessions/may-stop";

/** Who started the run that goes on, if one does, and what is known of its conversation. */
type Going = { startedBy: { id: string; name: string } | undefined; mayEdit: boolean | undefined };

/** Whose run goes on that the viewer may not stop, and who may; undefined when the viewer may stop all that run. */
export function useWhyNotStopped(going: readonly Going[]): string | undefined {
  const { user } = useSession();
  for (const { startedBy, mayEdit = false } of going)
    if (startedBy && !mayStop(user.id, { startedById: startedBy.id, mayEditConversation: mayEdit }))
      return `A message of ${startedBy.name} is being answered. ${whoStops}`;
  return undefined;
}
