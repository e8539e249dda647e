"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sourceKeys } from "@/components/data/source-queries";
import { SshFields, sshChanges, sshFormOf } from "@/components/delivery/ssh-fields";
import { TokenField } from "@/components/delivery/token-field";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { ErrorNotice } from "@/components/ui/error-notice";
import { client, unwrap } from "@/lib/api/client";
import type { EditSource, Source } from "@/lib/sources/schema";
import { sourceSsh } from "./source-kind-words";

type SourceSecretDialogProps = { source: Source; close: () => void };

/** Gives a source that a configuration file keeps what no file holds: its token, or over ssh its key. */
export function SourceSecretDialog({ source, close }: SourceSecretDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={close}
      title={`${source.ssh ? "Key" : "Token"} of ${source.name}`}
      description={`Everything else of it is kept in ${source.declaredIn}.`}
    >
      {source.ssh ? <KeyForm source={source} close={close} /> : <TokenForm source={source} close={close} />}
    </Dialog>
  );
}

function TokenForm({ source, close }: SourceSecretDialogProps) {
  const [token, setToken] = useState("");
  const save = useGive(source, close);
  return (
    <DialogForm
      verb="Save"
      pending={save.isPending}
      blockedReason={token.trim() === "" ? "Type the token." : undefined}
      onSubmit={() => save.mutate({ token })}
      close={close}
    >
      <TokenField
        isStored={source.hasToken}
        help="It needs the right to read."
        value={token}
        onValueChange={setToken}
      />
      <ErrorNotice error={save.error} title="The token could not be saved" />
    </DialogForm>
  );
}

function KeyForm({ source, close }: SourceSecretDialogProps) {
  const [form, setForm] = useState(() => sshFormOf(source.ssh));
  const save = useGive(source, close);
  const changes = sshChanges(form);
  return (
    <DialogForm
      verb="Save"
      pending={save.isPending}
      blockedReason={whyBlocked(changes)}
      onSubmit={() => save.mutate(changes)}
      close={close}
    >
      <SshFields
        {...sourceSsh}
        stored={source.ssh}
        form={form}
        set={(part) => setForm((before) => ({ ...before, ...part }))}
      />
      <ErrorNotice error={save.error} title="The key could not be saved" />
    </DialogForm>
  );
}

function whyBlocked(changes: ReturnType<typeof sshChanges>): string | undefined {
  if (changes.key?.trim() === "") return "Paste the private key.";
  return Object.keys(changes).length === 0 ? "Nothing is changed yet." : undefined;
}

function useGive(source: Source, close: () => void) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const route = client.sources.workspaces[":workspace"].sources[":source"];
  return useMutation({
    meta: { silent: true },
    gcTime: 0,
    mutationFn: (json: EditSource) => unwrap(route.$patch({ param: { workspace, source: source.id }, json })),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: sourceKeys.all(workspace) });
      close();
    },
  });
}
