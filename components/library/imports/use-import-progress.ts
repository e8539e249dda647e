"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { libraryKeys } from "@/components/data/library-queries";
import { isMoving } from "@/lib/imports/import-options";
import type { ImportProgress } from "@/lib/imports/import-schema";

/**
 * Follows an import while the server works on it. When it comes to rest the import is asked for again in full.
 * The stream reconnects by itself; what was missed is in the next message, which always has the whole state.
 */
export function useImportProgress(workspace: string, current: ImportProgress): ImportProgress {
  const { id, state } = current;
  const [latest, setLatest] = useState<ImportProgress | null>(null);
  const queryClient = useQueryClient();

  useEffect(() => {
    if (!isMoving({ state })) return;
    const stream = new EventSource(
      `/api/v1/workspaces/${encodeURIComponent(workspace)}/imports/${id}/events`,
    );
    stream.addEventListener("progress", async (event: MessageEvent<string>) => {
      const { importProgressSchema } = await import("@/lib/imports/import-schema");
      if (stream.readyState === EventSource.CLOSED) return;
      const progress = importProgressSchema.parse(JSON.parse(event.data));
      setLatest(progress);
      if (isMoving(progress)) return;
      stream.close();
      void queryClient.invalidateQueries({ queryKey: libraryKeys.all(workspace) });
    });
    return () => {
      stream.close();
      setLatest(null);
    };
  }, [workspace, id, state, queryClient]);

  return latest !== null && isMoving({ state }) ? latest : current;
}
