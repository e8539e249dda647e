"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { CircleCheck, PlugZap, TriangleAlert } from "lucide-react";
import { type FormEvent, useState } from "react";
import { embeddingsQuery } from "@/components/data/model-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ErrorNotice } from "@/components/ui/error-notice";
import { formatCount, formatDuration, formatNumber } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import { toast } from "@/components/ui/toaster";
import { client, unwrap } from "@/lib/api/client";
import type { EmbeddingEndpoint, EmbeddingSettings as Settings } from "@/lib/embeddings/schema";
import { SettingsFacts, SettingsGroup } from "../settings-group";
import { EmbeddingFields } from "./embedding-fields";
import { addressIn, type EmbeddingForm, formOf, toInput, whyNotSaved, whyNotTested } from "./embedding-form";
import { formatDollars } from "./model-words";

const embeddings = client.embeddings.workspaces[":workspace"].embeddings;
const progressMs = 5_000;

/** Skills are on their way, and nothing keeps them from being embedded. */
const isUnderWay = (data: Settings | undefined): boolean =>
  data?.endpoint != null && data.endpoint.failure === null && data.skills.embedded < data.skills.total;

/** Where this workspace asks what texts mean, for its searches. */
export function EmbeddingSettings() {
  const { slug: workspace } = useWorkspace();
  const { data } = useSuspenseQuery({
    ...embeddingsQuery(client.embeddings, workspace),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? progressMs : false),
  });
  return (
    <SettingsGroup
      title="Search by meaning"
      help="With an OpenAI-compatible endpoint for embeddings, searches of the library, agents’ searches and routing find what means the same in other words. Each skill’s name, description and first lines, and every query, are sent to it. Without one, or while it does not answer within a second, searches go by words. Nobody has measured yet that it chooses better here."
    >
      {data.endpoint ? <EmbeddingState endpoint={data.endpoint} skills={data.skills} /> : null}
      <EmbeddingsForm key={JSON.stringify(formOf(data.endpoint))} endpoint={data.endpoint} />
    </SettingsGroup>
  );
}

function EmbeddingState({ endpoint, skills }: { endpoint: EmbeddingEndpoint; skills: Settings["skills"] }) {
  const { used, dimensions, monthlyTokens, failure } = endpoint;
  const limit = monthlyTokens === null ? "" : ` of ${formatNumber(monthlyTokens)}`;
  const cost = used.cost === null ? "" : `, ${formatDollars(used.cost)}`;
  return (
    <>
      {failure ? (
        <Notice tone="warning" title="Searches go by words at the moment">
          <ShownText text={failure.message} />
        </Notice>
      ) : null}
      <SettingsFacts
        items={[
          {
            term: "Skills embedded",
            value: `${formatNumber(skills.embedded)} of ${formatNumber(skills.total)}, ${formatNumber(dimensions)} dimensions`,
          },
          {
            term: "This month (UTC)",
            value: `${formatCount(used.texts, "text")}, ${formatNumber(used.tokens)}${limit} tokens${cost}`,
          },
        ]}
      />
    </>
  );
}

function EmbeddingsForm({ endpoint }: { endpoint: EmbeddingEndpoint | null }) {
  const { slug: workspace } = useWorkspace();
  const missingRight = useBlockedFor("models.manage");
  const [form, setForm] = useState(() => formOf(endpoint));
  const test = useMutation({
    meta: { silent: true },
    mutationFn: (json: ReturnType<typeof addressIn>) =>
      unwrap(embeddings.test.$post({ param: { workspace }, json })),
  });
  const save = useSave(workspace);
  const blockedReason = whyNotSaved(form, endpoint);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missingRight === undefined && blockedReason === undefined) save.mutate(form);
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <EmbeddingFields
        form={form}
        endpoint={endpoint}
        readOnly={missingRight !== undefined}
        set={(changes) => setForm({ ...form, ...changes })}
      />
      <TestResult test={test} />
      <ErrorNotice error={test.error ?? save.error} title="The endpoint was not saved" />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          icon={PlugZap}
          pending={test.isPending}
          missingRight={missingRight}
          blockedReason={whyNotTested(form)}
          onClick={() => test.mutate(addressIn(form))}
        >
          Test endpoint
        </Button>
        <Button
          type="submit"
          pending={save.isPending}
          missingRight={missingRight}
          blockedReason={blockedReason}
        >
          Save endpoint
        </Button>
        {endpoint ? <RemoveButton workspace={workspace} missingRight={missingRight} /> : null}
        {(missingRight ?? blockedReason) ? (
          <span className="text-12 text-ink-3">{missingRight ?? blockedReason}</span>
        ) : null}
      </div>
    </form>
  );
}

type Tested = { data: { works: boolean; told: string; durationMs: number } | undefined; isPending: boolean };

function TestResult({ test: { data, isPending } }: { test: Tested }) {
  if (!data || isPending) return null;
  return (
    <div role="status">
      <State icon={data.works ? CircleCheck : TriangleAlert} tone={data.works ? "neutral" : "warning"}>
        <ShownText text={`${data.told} After ${formatDuration(data.durationMs)}.`} />
      </State>
    </div>
  );
}

function useSave(workspace: string) {
  const cache = useQueryClient();
  return useMutation({
    meta: { silent: true },
    mutationFn: (form: EmbeddingForm) =>
      unwrap(embeddings.$put({ param: { workspace }, json: toInput(form) })),
    onSuccess: (saved) => {
      cache.setQueryData(embeddingsQuery(client.embeddings, workspace).queryKey, saved);
      toast.success("Saved. Skills are embedded in the background.");
    },
  });
}

type RemoveButtonProps = { workspace: string; missingRight: string | undefined };

function RemoveButton({ workspace, missingRight }: RemoveButtonProps) {
  const cache = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const remove = useMutation({
    meta: { silent: true },
    mutationFn: () => unwrap(embeddings.$delete({ param: { workspace } })),
    onSuccess: async () => {
      setOpen(false);
      await cache.invalidateQueries({ queryKey: embeddingsQuery(client.embeddings, workspace).queryKey });
      toast("Removed. Searches go by words.");
    },
  });
  return (
    <>
      <Button missingRight={missingRight} onClick={() => setOpen(true)}>
        Remove
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Remove the endpoint?"
        description="Its key and all vectors are deleted. Searches go by words again."
        confirmLabel="Remove endpoint"
        danger
        onConfirm={() => remove.mutateAsync()}
      />
    </>
  );
}
