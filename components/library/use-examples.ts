"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { client, unwrap } from "@/lib/api/client";

type Examples = { skills: string[]; agent: string };

/** Brings the example skills and their agent into a workspace, and goes where `place` says. */
export function useExamples(workspace: string, place: (examples: Examples) => string) {
  const router = useRouter();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () =>
      unwrap(client.onboarding.workspaces[":workspace"].examples.$post({ param: { workspace } })),
    onSuccess: (examples) => {
      void cache.invalidateQueries();
      router.push(place(examples));
    },
  });
}
