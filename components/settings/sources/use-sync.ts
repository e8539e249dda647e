import { useMutation, useQueryClient } from "@tanstack/react-query";
import { libraryKeys } from "@/components/data/library-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { client, unwrap } from "@/lib/api/client";
import type { Source, SyncSource } from "@/lib/sources/schema";

/** Syncs one source, and asks again for whatever may be another by then. */
export function useSync(source: string, onDone: (synced: Source) => void) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  return useMutation({
    meta: { silent: true },
    mutationFn: (settling: SyncSource) =>
      unwrap(
        client.sources.workspaces[":workspace"].sources[":source"].sync.$post({
          param: { workspace, source },
          json: settling,
        }),
      ),
    onSuccess: async (synced) => {
      onDone(synced);
      await cache.invalidateQueries({ queryKey: libraryKeys.all(workspace) });
    },
  });
}
