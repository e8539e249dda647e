"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sourceKeys } from "@/components/data/source-queries";
import { SshFields, type SshForm, sshChanges, sshFormOf } from "@/components/delivery/ssh-fields";
import { TokenField } from "@/components/delivery/token-field";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { client, unwrap } from "@/lib/api/client";
import { isSshAddress } from "@/lib/kernel/ssh-address";
import type { Source } from "@/lib/sources/schema";
import { scheduleMinutes, sourceKinds } from "@/lib/sources/source-options";
import { PatternFields, type PatternsForm, patternsFormOf, patternsOf } from "./pattern-fields";
import { sayEvery } from "./say-every";
import { kindWords, sourceSsh } from "./source-kind-words";

type SourceDialogProps = {
  /** The one to change; null for a new one. */
  source: Source | null;
  close: () => void;
};

/** Adds a source, or changes one. */
export function SourceDialog(props: SourceDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={props.close}
      title={props.source ? "Change the source" : "Add a source"}
      description="Skills from elsewhere become drafts here whenever it is synced. Nothing is read before that."
    >
      <SourceForm {...props} />
    </Dialog>
  );
}

const fieldsOf = (kind: Source["kind"], isSsh: boolean) => {
  const { url, ref, folder } = kindWords[kind];
  const name = { label: "Name", help: "What it is called here." };
  const userName = {
    label: "User name",
    help: "Whose token it is. GitHub and GitLab take any name; Gitea wants its own.",
  };
  return [
    { key: "name", most: 80, ...name },
    { key: "url", most: 2_000, ...url },
    ...(ref ? [{ key: "ref" as const, most: 200, ...ref }] : []),
    ...(folder ? [{ key: "folder" as const, most: 500, ...folder }] : []),
    ...(isSsh ? [] : [{ key: "userName" as const, most: 200, ...userName }]),
  ] as const;
};

type Form = Record<ReturnType<typeof fieldsOf>[number]["key"] | "token" | "every", string> & {
  kind: Source["kind"];
  asksReview: boolean;
  ssh: SshForm;
  patterns: PatternsForm;
};

const isSshForm = ({ kind, url }: Form): boolean => kind === "git" && isSshAddress(url.trim());

const formOf = (source: Source | null): Form => ({
  kind: source?.kind ?? "git",
  name: source?.name ?? "",
  url: source?.url ?? "",
  ref: source?.ref ?? "",
  folder: source?.folder ?? "",
  userName: source?.userName ?? "",
  token: "",
  every: String(source?.schedule?.everyMinutes ?? ""),
  asksReview: source?.asksReview ?? false,
  ssh: sshFormOf(source?.ssh ?? null),
  patterns: patternsFormOf(source),
});

function SourceForm({ source, close }: SourceDialogProps) {
  const [form, setForm] = useState<Form>(() => formOf(source));
  const set = (part: Partial<Form>) => setForm((before) => ({ ...before, ...part }));
  const save = useSave(source, close);
  return (
    <DialogForm
      verb={source ? "Save" : "Add the source"}
      pending={save.isPending}
      blockedReason={whyBlocked(form)}
      onSubmit={() => save.mutate(form)}
      close={close}
    >
      {source ? null : <KindField kind={form.kind} choose={(kind) => set({ kind })} />}
      {fieldsOf(form.kind, isSshForm(form)).map(({ key, label, most, help, ...more }) => (
        <Field key={key} label={label} help={help}>
          <Input
            size="form"
            mono={key !== "name" && key !== "userName"}
            maxLength={most}
            autoComplete="off"
            placeholder={"placeholder" in more ? more.placeholder : undefined}
            value={form[key]}
            onChange={({ target }) => set({ [key]: target.value })}
          />
        </Field>
      ))}
      <PatternFields form={form.patterns} set={(part) => set({ patterns: { ...form.patterns, ...part } })} />
      {isSshForm(form) ? (
        <SshFields
          {...sourceSsh}
          stored={source?.ssh ?? null}
          form={form.ssh}
          set={(part) => set({ ssh: { ...form.ssh, ...part } })}
        />
      ) : (
        <TokenField
          isStored={source?.hasToken ?? false}
          help="For what is private: it needs the right to read."
          value={form.token}
          onValueChange={(token) => set({ token })}
        />
      )}
      <Field label="Sync" help="By itself it is synced in your name, for as long as you may.">
        <Select size="form" value={form.every} onChange={({ target }) => set({ every: target.value })}>
          <option value="">By hand</option>
          {scheduleMinutes.map((minutes) => (
            <option key={minutes} value={minutes}>
              {sayEvery(minutes)}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox
        label="Ask for review of every draft that a sync writes"
        checked={form.asksReview}
        onChange={({ target }) => set({ asksReview: target.checked })}
      />
      <ErrorNotice error={save.error} title="The source could not be saved" />
    </DialogForm>
  );
}

function KindField({ kind, choose }: { kind: Source["kind"]; choose: (kind: Source["kind"]) => void }) {
  return (
    <Field label="Kind" help="What the address leads to.">
      <Select
        size="form"
        value={kind}
        onChange={({ target }) => choose(sourceKinds.find((one) => one === target.value) ?? "git")}
      >
        {sourceKinds.map((one) => (
          <option key={one} value={one}>
            {kindWords[one].kind}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function useSave(source: Source | null, close: () => void) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const sources = client.sources.workspaces[":workspace"].sources;
  return useMutation({
    meta: { silent: true },
    gcTime: 0,
    mutationFn: (form: Form) => {
      const { token, every, kind, ssh, patterns, ...typed } = form;
      const everyMinutes = scheduleMinutes.find((minutes) => String(minutes) === every) ?? null;
      // A schedule that stays is still in the name of whoever set it.
      const isKept = source !== null && everyMinutes === (source.schedule?.everyMinutes ?? null);
      const secret = isSshForm(form) ? sshChanges(ssh) : token.trim() === "" ? {} : { token };
      const given = { ...secret, ...(isKept ? {} : { everyMinutes }) };
      // What was typed for another kind is none of this one's.
      const { ref, folder } = kindWords[kind];
      const userName = isSshForm(form) ? "" : typed.userName;
      const rest = {
        ...typed,
        userName,
        ref: ref ? typed.ref : "",
        folder: folder ? typed.folder : "",
        ...patternsOf(patterns),
      };
      const json = { ...rest, ...given };
      if (source) return unwrap(sources[":source"].$patch({ param: { workspace, source: source.id }, json }));
      return unwrap(sources.$post({ param: { workspace }, json: { ...json, kind } }));
    },
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: sourceKeys.all(workspace) });
      close();
    },
  });
}

function whyBlocked(form: Form): string | undefined {
  if (form.name.trim() === "") return "Give the source a name.";
  if (form.url.trim() === "") return "Give its address.";
  const { keyChoice, key } = form.ssh;
  return isSshForm(form) && keyChoice === "given" && key.trim() === "" ? "Paste the private key." : undefined;
}
