"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { agentsQuery } from "@/components/data/agent-queries";
import { conversationPath } from "@/components/data/playground-paths";
import { reviewKeys } from "@/components/data/review-queries";
import { skillQuery } from "@/components/data/skill-queries";
import { ErrorNotice } from "@/components/ui/error-notice";
import { FormDialog } from "@/components/ui/form-dialog";
import { RadioGroup } from "@/components/ui/radio-group";
import { client, unwrap } from "@/lib/api/client";
import type { Review } from "@/lib/reviews/review-schema";

type RehearseDialogProps = { workspace: string; review: Review; close: () => void };

/** Begins a shared conversation with the draft in place of the agent's version. */
export function RehearseDialog({ workspace, review, close }: RehearseDialogProps) {
  const router = useRouter();
  const cache = useQueryClient();
  const { data: detail } = useQuery(skillQuery(client.library, workspace, review.skill.name));
  const { data: agents } = useQuery(agentsQuery(client.agents, workspace));
  const [chosen, setChosen] = useState<string | null>(null);
  const having = new Set(detail?.agents.map(({ slug }) => slug));
  const options = (agents?.items ?? [])
    .map(({ slug, name }) => ({
      value: slug,
      label: name,
      help: having.has(slug) ? "Has this skill" : "Does not have it: it is added for this conversation",
    }))
    .sort((left, right) => Number(having.has(right.value)) - Number(having.has(left.value)));
  const agent = chosen ?? options[0]?.value ?? null;
  const start = useMutation({
    meta: { silent: true },
    mutationFn: (slug: string) =>
      unwrap(
        client.reviews.workspaces[":workspace"].reviews[":number"].rehearsals.$post({
          param: { workspace, number: String(review.number) },
          json: { agent: slug },
        }),
      ),
    onSuccess: ({ conversationId }) => {
      void cache.invalidateQueries({ queryKey: reviewKeys.all(workspace) });
      close();
      router.push(conversationPath(workspace, conversationId));
    },
  });
  return (
    <FormDialog
      size="small"
      title={`Rehearse r${review.draft.revision}`}
      description="In a conversation that everybody here can read. The agents that have the skill come first."
      verb="Rehearse"
      icon={Play}
      pending={start.isPending}
      blockedReason={agent === null ? "There is no agent to rehearse with." : undefined}
      onSubmit={() => (agent === null ? undefined : start.mutate(agent))}
      close={close}
    >
      <RadioGroup legend="Agent" options={options} value={agent} onValueChange={setChosen} />
      <ErrorNotice error={start.error} />
    </FormDialog>
  );
}
