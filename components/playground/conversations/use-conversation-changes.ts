"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { playgroundPath } from "@/components/data/playground-paths";
import { sessionKeys } from "@/components/data/session-queries";
import { client, unwrap } from "@/lib/api/client";
import type { UpdateConversation } from "@/lib/sessions/schema";

export const notYours = "Only the person who began it or an admin may.";

/** Changes and deletes one conversation, and tells whatever shows it. */
export function useConversationChanges(workspace: string, id: string) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const one = client.sessions.workspaces[":workspace"].conversations[":conversation"];
  const param = { workspace, conversation: id };
  const update = useMutation({
    mutationFn: (changes: UpdateConversation) => unwrap(one.$patch({ param, json: changes })),
    onSuccess: (conversation) => {
      queryClient.setQueryData(sessionKeys.one(workspace, id), conversation);
      return queryClient.invalidateQueries({ queryKey: sessionKeys.list(workspace) });
    },
  });
  const remove = useMutation({
    mutationFn: () => unwrap(one.$delete({ param })),
    meta: { silent: true },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionKeys.list(workspace) });
      if (window.location.pathname.endsWith(id)) router.push(playgroundPath(workspace));
      queryClient.removeQueries({ queryKey: sessionKeys.events(workspace, id) });
    },
  });
  return { update, remove };
}
