"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { mirrorKeys, mirrorPlanQuery } from "@/components/data/mirror-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog, DialogFooter } from "@/components/ui/dialog";
import { ErrorNotice } from "@/components/ui/error-notice";
import { client, unwrap } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { Mirror, MirrorPlan } from "@/lib/mirrors/schema";
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
      <div className="grid gap-3">
        <ErrorNotice error={plan.error} title="What would be pushed could not be worked out" />
        {plan.isFetching ? <p className="text-12 text-ink-3">Asking the repository what it has…</p> : null}
        {plan.data && !plan.isFetching ? <PlanView plan={plan.data} mirror={mirror} /> : null}
        {losing !== null && !plan.isFetching ? (
          <Checkbox
            label={`Replace the branch ${markHidden(branch)}`}
            help={`Commit ${losing.slice(0, 12)} and all that leads to it are lost there, unless another branch has them.`}
            checked={isAccepted}
            onChange={({ target }) => setAccepted(target.checked ? losing : null)}
          />
        ) : null}
        <ErrorNotice error={push.error} title="Nothing was pushed" />
        {failure ? <MirrorFailure failure={failure} nextAt={failure.nextAt} /> : null}
        <div className="-mx-4 -mb-4 sticky -bottom-4 z-1">
          <DialogFooter>
            <Button onClick={close}>Cancel</Button>
            <Button
              variant={losing === null ? "primary" : "danger"}
              pending={push.isPending}
              blockedReason={plan.isFetching ? "It is being asked." : whyBlocked(plan.data, isAccepted)}
              onClick={() => push.mutate(losing)}
            >
              {losing === null ? "Push now" : "Replace and push"}
            </Button>
          </DialogFooter>
        </div>
      </div>
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
