"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { mirrorKeys, mirrorPlanQuery } from "@/components/data/mirror-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { PushSteps } from "@/components/ui/push-steps";
import { client, unwrap } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { Mirror, MirrorPlan } from "@/lib/mirrors/schema";
import { AcceptHost } from "./accept-host";
import { MirrorFailure } from "./mirror-failure";
import { PlanView } from "./plan-view";

type PushDialogProps = { mirror: Mirror; close: () => void };

/** Shows what a push would do, as the remote is now, and pushes. */
export function PushDialog({ mirror, close }: PushDialogProps) {
  const { slug: workspace } = useWorkspace();
  const plan = useQuery(mirrorPlanQuery(client.mirrors, workspace, mirror.id));
  const push = usePush(mirror, { close, lookAgain: plan.refetch });
  const [accepted, setAccepted] = useState<string | null>(null);
  const { branch, url } = mirror;
  const failure = push.data?.failure ?? null;
  const isDiverged = plan.data?.state === "diverged";
  const losing = isDiverged ? (plan.data?.remote ?? null) : null;
  // Who accepts the loss of one commit has not accepted that of a newer one.
  const isAccepted = accepted !== null && accepted === losing;
  return (
    <Dialog
      open
      onOpenChange={close}
      size="medium"
      title={`Push to ${markHidden(branch)}`}
      description={markHidden(url)}
    >
      <PushSteps
        plan={plan}
        push={push}
        outcome={failure ? <MirrorFailure failure={failure} nextAt={failure.nextAt} /> : null}
        verb={losing === null ? "Push now" : "Replace and push"}
        danger={losing !== null}
        blockedReason={whyBlocked(plan.data, isAccepted)}
        onPush={() => push.mutate(losing)}
        close={close}
      >
        {plan.data && !plan.isFetching ? <PlanView plan={plan.data} mirror={mirror} /> : null}
        {plan.data?.offeredHostKey && !plan.isFetching ? (
          <AcceptHost mirror={mirror} hostKey={plan.data.offeredHostKey} lookAgain={plan.refetch} />
        ) : null}
        {losing !== null && !plan.isFetching ? (
          <Checkbox
            label={`Replace the branch ${markHidden(branch)}`}
            help={`Commit ${losing.slice(0, 12)} and all that leads to it are lost there, unless another branch has them.`}
            checked={isAccepted}
            onChange={({ target }) => setAccepted(target.checked ? losing : null)}
          />
        ) : null}
      </PushSteps>
    </Dialog>
  );
}

type After = { close: () => void; lookAgain: () => unknown };

function usePush({ id }: Mirror, { close, lookAgain }: After) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  return useMutation({
    meta: { silent: true },
    gcTime: 0,
    mutationFn: (losing: string | null) =>
      unwrap(
        client.mirrors.workspaces[":workspace"].mirrors[":mirror"].push.$post({
          param: { workspace, mirror: id },
          json: { losing },
        }),
      ),
    onSuccess: ({ failure }) => {
      void cache.invalidateQueries({ queryKey: mirrorKeys.all(workspace) });
      if (failure) void lookAgain();
      else close();
    },
  });
}

function whyBlocked(plan: MirrorPlan | undefined, isAccepted: boolean): string | undefined {
  if (!plan) return "It is not known what would be pushed.";
  if (plan.state === "failed") return "The repository does not answer as it should.";
  if (plan.changes === null) return "There is nothing to push.";
  return plan.state === "diverged" && !isAccepted
    ? "Say first that the branch is to be replaced."
    : undefined;
}
