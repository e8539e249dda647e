"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { mirrorKeys } from "@/components/data/mirror-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Button } from "@/components/ui/button";
import { ErrorNotice } from "@/components/ui/error-notice";
import { client, unwrap } from "@/lib/api/client";
import type { Mirror } from "@/lib/mirrors/schema";

type AcceptHostProps = {
  mirror: Mirror;
  /** The fingerprint that was shown: no other one is accepted by this. */
  hostKey: string;
  lookAgain: () => unknown;
};

/** Accepts the key that a host over ssh shows, and looks again. */
export function AcceptHost({ mirror: { id }, hostKey, lookAgain }: AcceptHostProps) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const accept = useMutation({
    meta: { silent: true },
    mutationFn: () =>
      unwrap(
        client.mirrors.workspaces[":workspace"].mirrors[":mirror"].$patch({
          param: { workspace, mirror: id },
          json: { hostKey },
        }),
      ),
    onSuccess: async () => {
      void cache.invalidateQueries({ queryKey: mirrorKeys.all(workspace) });
      await lookAgain();
    },
  });
  return (
    <div className="grid justify-items-start gap-2">
      <Button pending={accept.isPending} onClick={() => accept.mutate()}>
        Accept this key and look again
      </Button>
      <ErrorNotice error={accept.error} title="The key could not be accepted" />
    </div>
  );
}
