"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { suiteRunPath } from "@/components/data/proof-paths";
import { proofKeys } from "@/components/data/proof-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { client, unwrap } from "@/lib/api/client";
import type { StartSuiteRun } from "@/lib/proof/schema";

/** Starts a run and leads to it. `silent`: the caller shows why it was refused. */
export function useStartRun(skill: string, { silent = false }: { silent?: boolean } = {}) {
  const { slug: workspace } = useWorkspace();
  const router = useRouter();
  const cache = useQueryClient();
  return useMutation({
    meta: { silent },
    mutationFn: (settings: StartSuiteRun) =>
      unwrap(
        client.proof.workspaces[":workspace"].skills[":skill"]["suite-runs"].$post({
          param: { workspace, skill },
          json: settings,
        }),
      ),
    onSuccess: ({ number }) => {
      void cache.invalidateQueries({ queryKey: proofKeys.all(workspace) });
      router.push(suiteRunPath(workspace, skill, number));
    },
  });
}
