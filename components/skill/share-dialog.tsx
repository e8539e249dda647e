"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sharesQuery } from "@/components/data/share-queries";
import { useSession } from "@/components/layout/current-workspace";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Field } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { client, unwrap } from "@/lib/api/client";
import type { SkillDetail } from "@/lib/library/skill-schema";
import type { Share, ShareSkill } from "@/lib/shares/schema";

type ShareDialogProps = {
  workspace: string;
  skill: SkillDetail;
  /** All there are, so that no workspace is offered twice. */
  shares: readonly Share[];
  /** The one that is changed; null for a new one. */
  share: Share | null;
  close: () => void;
};

/** Says with which workspace a skill is shared, and what of it. */
export function ShareDialog(props: ShareDialogProps) {
  const { skill, share, close } = props;
  return (
    <Dialog
      open
      onOpenChange={close}
      title={share ? `What ${share.workspace.name} is given` : `Share ${skill.name}`}
      description="Its files come into the other workspace, read-only, with its name and description; no notes, no reviews and no names of people. Withdrawn versions are withdrawn there too."
    >
      <ShareForm {...props} />
    </Dialog>
  );
}

function useSave({ workspace, skill, close }: ShareDialogProps) {
  const cache = useQueryClient();
  return useMutation({
    meta: { silent: true },
    mutationFn: ({ target, ...json }: ShareSkill & { target: string }) =>
      unwrap(
        client.shares.workspaces[":workspace"].skills[":skill"].shares[":target"].$put({
          param: { workspace, skill: skill.name, target },
          json,
        }),
      ),
    onSuccess: async () => {
      await cache.invalidateQueries(sharesQuery(client.shares, workspace, skill.name));
      close();
    },
  });
}

function ShareForm(props: ShareDialogProps) {
  const { workspace, skill, shares, share, close } = props;
  const { workspaces } = useSession();
  const taken = new Set([workspace, ...shares.map((one) => one.workspace.slug)]);
  const offered = workspaces.filter(({ slug }) => !taken.has(slug));
  const labels = [
    ...new Set([...skill.labels.map(({ name }) => name), ...(share?.label ? [share.label] : [])]),
  ];
  const [target, setTarget] = useState(share?.workspace.slug ?? offered[0]?.slug ?? "");
  const [follows, setFollows] = useState<Share["follows"]>(share?.follows ?? "latest");
  const [label, setLabel] = useState(share?.label ?? labels[0] ?? "");
  const [version, setVersion] = useState(share?.version ?? skill.versions[0]?.number ?? 1);
  const save = useSave(props);
  return (
    <DialogForm
      verb={share ? "Change what is given" : "Share"}
      pending={save.isPending}
      blockedReason={
        target === "" ? "You are in no other workspace with which it could be shared" : undefined
      }
      onSubmit={() =>
        save.mutate({
          target,
          follows,
          label: follows === "label" ? label : null,
          version: follows === "version" ? version : null,
        })
      }
      close={close}
    >
      {share ? null : (
        <Field label="Workspace" help="Those of which you are a member. An admin there accepts it.">
          <Select size="form" value={target} onChange={(event) => setTarget(event.target.value)}>
            {offered.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <RadioGroup
        legend="What it is given"
        options={[
          { value: "latest", label: "The newest version", help: "What you publish goes there at once." },
          {
            value: "label",
            label: "What a label stands for",
            help: labels.length === 0 ? "The skill has no label yet." : "Moving the label moves it there.",
            disabled: labels.length === 0,
          },
          { value: "version", label: "One version", help: "It stays at that one." },
        ]}
        value={follows}
        onValueChange={setFollows}
      />
      {follows === "label" ? (
        <Field label="Label">
          <Select size="form" value={label} onChange={(event) => setLabel(event.target.value)}>
            {labels.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </Field>
      ) : null}
      {follows === "version" ? (
        <Field label="Version">
          <Select
            size="form"
            value={String(version)}
            onChange={(event) => setVersion(Number(event.target.value))}
          >
            {skill.versions.map(({ number, withdrawal }) => (
              <option key={number} value={number}>
                {withdrawal ? `v${number} (withdrawn)` : `v${number}`}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <ErrorNotice error={save.error} title="It was not shared" />
    </DialogForm>
  );
}
