"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { skillPlacesQuery } from "@/components/data/skill-queries";
import { sourcesQuery, versionPushQuery } from "@/components/data/source-queries";
import { Dialog } from "@/components/ui/dialog";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { PushSteps } from "@/components/ui/push-steps";
import { Select } from "@/components/ui/select";
import { client, unwrap } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { VersionPush } from "@/lib/sources/push-schema";
import type { Source } from "@/lib/sources/schema";
import { VersionPushView } from "./version-push-view";

type PushVersionDialogProps = { workspace: string; skill: string; number: number; close: () => void };

/** Shows what a push of a version to the repository that its skill came from would do, and pushes it as a branch. */
export function PushVersionDialog({ workspace, skill, number, close }: PushVersionDialogProps) {
  const sources = useQuery(sourcesQuery(client.sources, workspace));
  const places = useQuery(skillPlacesQuery(client.places, workspace, skill));
  const names = new Set(places.data?.items.flatMap(({ kind, name }) => (kind === "source" ? [name] : [])));
  const from = (sources.data?.items ?? []).filter(({ kind, name }) => kind === "git" && names.has(name));
  const isKnown = sources.data !== undefined && places.data !== undefined;
  return (
    <Dialog
      open
      onOpenChange={close}
      size="medium"
      title={`Push v${number} to its source`}
      description={`${markHidden(skill)} goes back to its repository as a branch of its own; nothing there is overwritten.`}
    >
      <ErrorNotice error={sources.error ?? places.error} title="Where it came from could not be read" />
      {isKnown && from.length === 0 ? (
        <Notice title="It came from no repository">
          A version is pushed to the git source that its skill was synced from. Add one under Settings,
          Sources.
        </Notice>
      ) : null}
      {isKnown && from.length > 0 ? <Pushing {...{ workspace, skill, number, close, from }} /> : null}
    </Dialog>
  );
}

type PushingProps = PushVersionDialogProps & { from: readonly Source[] };

function Pushing({ workspace, skill, number, close, from }: PushingProps) {
  const [chosen, setChosen] = useState(from[0]?.id ?? "");
  const param = { workspace, source: chosen, skill, number };
  const plan = useQuery(versionPushQuery(client.sources, param));
  const push = useMutation({
    meta: { silent: true },
    gcTime: 0,
    mutationFn: (commit: string) =>
      unwrap(
        client.sources.workspaces[":workspace"].sources[":source"].pushes[":skill"].versions[":number"].$post(
          {
            param: { ...param, number: String(number) },
            json: { commit },
          },
        ),
      ),
  });
  const commit = plan.data?.commit ?? null;
  const isPushed = push.data?.state === "there";
  const shown = push.data ?? (plan.isFetching ? undefined : plan.data);
  return (
    <PushSteps
      plan={plan}
      push={push}
      choice={
        from.length > 1 ? (
          <Field label="Source">
            <Select size="form" value={chosen} onChange={({ target }) => setChosen(target.value)}>
              {from.map(({ id, name }) => (
                <option key={id} value={id}>
                  {markHidden(name)}
                </option>
              ))}
            </Select>
          </Field>
        ) : null
      }
      verb="Push now"
      isDone={isPushed}
      blockedReason={whyBlocked(plan.data)}
      onPush={() => commit !== null && push.mutate(commit)}
      close={close}
    >
      {shown ? <VersionPushView push={shown} isPushed={isPushed} /> : null}
    </PushSteps>
  );
}

function whyBlocked(plan: VersionPush | undefined): string | undefined {
  if (!plan) return "It is not known what would be pushed.";
  if (plan.state === "failed") return "The repository does not answer as it should.";
  if (plan.state === "taken") return "The branch has something else.";
  return plan.state === "new" ? undefined : "There is nothing to push.";
}
