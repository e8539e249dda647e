"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { proofPath } from "@/components/data/proof-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { toast } from "@/components/ui/toaster";
import { client, unwrap } from "@/lib/api/client";
import type { Trigger } from "./first-trigger";

type OfRun = { conversation: string; run: string };
type Case = {
  skill: string;
  /** What a good answer is; empty: that is no part of the case. */
  expected: string;
  trigger: Trigger;
};

/** Saves an exchange as a case into a skill's draft, and says where; from there one may go on to its suite. */
export function useSaveCase() {
  const { slug: workspace } = useWorkspace();
  const router = useRouter();
  return useMutation({
    mutationFn: ({ conversation, run, skill, expected, trigger }: OfRun & Case) =>
      unwrap(
        client.runs.workspaces[":workspace"].conversations[":conversation"].runs[":run"]["test-case"].$post({
          param: { workspace, conversation, run },
          json: {
            skill,
            ...(expected.trim() === "" ? {} : { expectedOutput: expected.trim() }),
            ...(trigger === "" ? {} : { shouldTrigger: trigger === "yes" }),
          },
        }),
      ),
    onSuccess: ({ paths, revision }, { skill, trigger }) => {
      const toSuite = () => router.push(proofPath(workspace, skill, "edit"));
      toast.success(
        paths.length === 0
          ? "The draft has this case already."
          : `Saved to ${paths.join(" and ")} in the draft of ${skill}, r${revision}.`,
        trigger === "" ? undefined : { action: { label: "Trigger suite", onClick: toSuite } },
      );
    },
  });
}
