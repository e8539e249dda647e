"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { mirrorKeys } from "@/components/data/mirror-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { client, unwrap } from "@/lib/api/client";
import { isSshAddress } from "@/lib/kernel/ssh-address";
import type { Mirror } from "@/lib/mirrors/schema";
import { MirrorSource, sourceOf } from "./mirror-source";
import { SshFields, type SshForm, sshChanges, sshFormOf } from "./ssh-fields";
import { TokenField } from "./token-field";

type MirrorDialogProps = {
  /** The agent whose skills it gets; null where that is asked for, or known already. */
  agent: { slug: string; name: string } | null;
  /** The one to change; null for a new one. */
  mirror: Mirror | null;
  close: () => void;
};

/** Adds a mirror, or changes one. */
export function MirrorDialog(props: MirrorDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={props.close}
      title={props.mirror ? "Change the mirror" : "Add a mirror"}
      description="A branch of a repository elsewhere gets the commits of the git address. You see what would be pushed before anything is."
    >
      <MirrorForm {...props} />
    </Dialog>
  );
}

function MirrorForm({ agent, mirror, close }: MirrorDialogProps) {
  const [form, setForm] = useState(() => ({
    source: agent ? `agent ${agent.slug}` : "",
    url: mirror?.url ?? "",
    branch: mirror?.branch ?? "main",
    userName: mirror?.userName ?? "",
    token: "",
    onPublish: mirror?.onPublish ?? false,
    ssh: sshFormOf(mirror?.ssh ?? null),
  }));
  const set = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }));
  const save = useSave(mirror, close);
  const isAsked = mirror === null && agent === null;
  return (
    <DialogForm
      verb={mirror ? "Save" : "Add the mirror"}
      pending={save.isPending}
      blockedReason={whyBlocked(form, isAsked)}
      noValidate
      onSubmit={() => save.mutate(form)}
      close={close}
    >
      {isAsked ? <MirrorSource value={form.source} onChange={(source) => set({ source })} /> : null}
      <Field label="Repository" help="Its address over HTTPS or ssh. The repository itself may be empty.">
        <Input
          size="form"
          mono
          maxLength={2_000}
          autoComplete="off"
          placeholder="https://github.com/meridian/skills.git"
          value={form.url}
          onChange={({ target }) => set({ url: target.value })}
        />
      </Field>
      <Field label="Branch" help="One that nobody else pushes to.">
        <Input
          size="form"
          mono
          maxLength={100}
          autoComplete="off"
          value={form.branch}
          onChange={({ target }) => set({ branch: target.value })}
        />
      </Field>
      <MirrorSecret mirror={mirror} form={form} set={set} />
      <Checkbox
        label="Push on every publication"
        help="Within seconds, also when a version is withdrawn. It begins after a first push by hand, where you see what goes out."
        checked={form.onPublish}
        onChange={({ target }) => set({ onPublish: target.checked })}
      />
      <ErrorNotice error={save.error} title="The mirror could not be saved" />
    </DialogForm>
  );
}

type SecretProps = { mirror: Mirror | null; form: Form; set: (part: Partial<Form>) => void };

/** With what it is let in: a key over ssh, else a user name and a token. */
function MirrorSecret({ mirror, form, set }: SecretProps) {
  if (isSshForm(form))
    return (
      <SshFields
        stored={mirror?.ssh ?? null}
        form={form.ssh}
        set={(part) => set({ ssh: { ...form.ssh, ...part } })}
        unnamed="the one that it shows is asked about before anything is pushed."
        place="mirror"
      />
    );
  return (
    <>
      <Field
        label="User name"
        help="Whose token it is. GitHub takes any name, GitLab too; Gitea wants its own."
      >
        <Input
          size="form"
          maxLength={200}
          autoComplete="off"
          value={form.userName}
          onChange={({ target }) => set({ userName: target.value })}
        />
      </Field>
      <TokenField
        isStored={mirror?.hasToken ?? false}
        help="It needs the right to write to this repository."
        value={form.token}
        onValueChange={(token) => set({ token })}
      />
    </>
  );
}

const isSshForm = ({ url }: Form): boolean => isSshAddress(url.trim());

type Form = {
  source: string;
  url: string;
  branch: string;
  userName: string;
  token: string;
  onPublish: boolean;
  ssh: SshForm;
};

function useSave(mirror: Mirror | null, close: () => void) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const mirrors = client.mirrors.workspaces[":workspace"].mirrors;
  return useMutation({
    meta: { silent: true },
    gcTime: 0,
    mutationFn: (form: Form) => {
      const { source, token, ssh, ...rest } = form;
      const secret = isSshForm(form)
        ? { userName: "", ...sshChanges(ssh) }
        : token.trim() === ""
          ? {}
          : { token };
      const json = { ...rest, ...secret };
      if (mirror) return unwrap(mirrors[":mirror"].$patch({ param: { workspace, mirror: mirror.id }, json }));
      return unwrap(mirrors.$post({ param: { workspace }, json: { ...json, of: sourceOf(source) } }));
    },
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: mirrorKeys.all(workspace) });
      close();
    },
  });
}

function whyBlocked(form: Form, isAsked: boolean): string | undefined {
  const { source, url, branch, ssh } = form;
  if (isAsked && source === "") return "Choose what is mirrored.";
  if (url.trim() === "") return "Give the address of the repository.";
  if (branch.trim() === "") return "Name a branch.";
  return isSshForm(form) && ssh.keyChoice === "given" && ssh.key.trim() === ""
    ? "Paste the private key."
    : undefined;
}
