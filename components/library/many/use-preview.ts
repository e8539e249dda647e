"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type BatchAct,
  batchKeys,
  type ChosenSkills,
  previewBatch,
  readChosenNames,
} from "@/components/data/batch-queries";
import { client } from "@/lib/api/client";
import type { BatchItem } from "@/lib/batches/schema";

/** As many as are looked at in a second or two. */
const chunkSize = 50;

export type Preview = {
  names: readonly string[];
  /** One for each name; null for an act that cannot be asked about yet. */
  items: readonly BatchItem[] | null;
};

/**
 * What an act would do to each of the chosen skills. Asked again when somebody changes the library meanwhile. `act` is
 * null while it is not known what to ask: then only the names are read.
 */
export function usePreview(
  workspace: string,
  chosen: ChosenSkills,
  { act, enabled }: { act: BatchAct | null; enabled: boolean },
) {
  const [read, setRead] = useState(0);
  const query = useQuery({
    queryKey: batchKeys.preview(workspace, chosen, act),
    queryFn: async ({ signal }): Promise<Preview> => {
      setRead(0);
      const names = await readChosenNames(client.library, workspace, chosen, signal);
      if (act === null) return { names, items: null };
      const items: BatchItem[] = [];
      for (let from = 0; from < names.length; from += chunkSize) {
        signal.throwIfAborted();
        const chunk = names.slice(from, from + chunkSize);
        items.push(...(await previewBatch(client.library, workspace, { act, names: chunk, signal })));
        setRead(items.length);
      }
      return { names, items };
    },
    enabled,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });
  return { ...query, read };
}
