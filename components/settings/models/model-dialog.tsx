"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { PlugZap } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { modelKeys } from "@/components/data/model-queries";
import { newRadarPath } from "@/components/data/radar-paths";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { toast } from "@/components/ui/toaster";
import { ApiError, client, unwrap } from "@/lib/api/client";
import type { Connection, TestReport } from "@/lib/models/schema";
import { EndpointFields, SettingFields } from "./model-fields";
import { endpointOf, formOf, type ModelForm, toInput, whyNotSaved, whyNotTested } from "./model-form";
import { ModelTestFailure, ModelTestReport } from "./model-test-report";

const models = client.models.workspaces[":workspace"].models;

type ModelDialogProps = { workspace: string; model: Connection | null; close: () => void };

/** Adds or edits a model. What decides about its answers is tested, with the result in words, before it is saved. */
export function ModelDialog({ workspace, model, close }: ModelDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={close}
      size="large"
      title={model ? `Edit ${model.name}` : "Add a model"}
      description="It is tested with one real call and a tool before it is saved."
    >
      <ModelDialogForm workspace={workspace} model={model} close={close} />
    </Dialog>
  );
}

function ModelDialogForm({ workspace, model, close }: ModelDialogProps) {
  const [form, setForm] = useState(() => formOf(model));
  const test = useTest(workspace, model);
  const save = useSave(workspace, model, close);
  const set = (changes: Partial<ModelForm>) => setForm((before) => ({ ...before, ...changes }));
  const passed = test.data?.report.usable ? test.data : null;
  const blockedReason = whyNotSaved(form, model, passed?.form ?? null);
  return (
    <DialogForm
      verb={model ? "Save" : "Add model"}
      pending={save.isPending}
      blockedReason={blockedReason}
      onSubmit={() => save.mutate({ form, receipt: passed?.report.receipt ?? null })}
      close={close}
    >
      <EndpointFields workspace={workspace} model={model} form={form} set={set} />
      <div className="grid gap-2">
        <div>
          <Button
            icon={PlugZap}
            pending={test.isPending}
            blockedReason={whyNotTested(form)}
            onClick={() => test.mutate(form)}
          >
            Test
          </Button>
        </div>
        {test.data && !test.isPending ? <ModelTestReport report={test.data.report} /> : null}
        {test.error ? <ModelTestFailure message={wordsOf(test.error)} /> : null}
      </div>
      <SettingFields form={form} set={set} />
      {save.error ? <ModelTestFailure message={wordsOf(save.error)} /> : null}
    </DialogForm>
  );
}

/** Keeps with a report what was tested, so that a later change of the form is noticed. */
function useTest(workspace: string, model: Connection | null) {
  return useMutation({
    meta: { silent: true },
    mutationFn: async (form: ModelForm): Promise<{ form: ModelForm; report: TestReport }> => {
      const json = endpointOf(form);
      const report =
        model === null
          ? await unwrap(models.test.$post({ param: { workspace }, json }))
          : await unwrap(models[":model"].test.$post({ param: { workspace, model: model.id }, json }));
      return { form, report };
    },
  });
}

function useSave(workspace: string, model: Connection | null, close: () => void) {
  const cache = useQueryClient();
  const router = useRouter();
  return useMutation({
    meta: { silent: true },
    mutationFn: ({ form, receipt }: { form: ModelForm; receipt: string | null }) => {
      const json = toInput(form, receipt);
      return model === null
        ? unwrap(models.$post({ param: { workspace }, json }))
        : unwrap(models[":model"].$patch({ param: { workspace, model: model.id }, json }));
    },
    onSuccess: ({ id, name }) => {
      void cache.invalidateQueries({ queryKey: modelKeys.all(workspace) });
      const onClick = () => router.push(newRadarPath(workspace, id));
      if (model) toast.success(`${name} saved`);
      else
        toast.success(`${name} added. Agents can use it now.`, {
          action: { label: "Try it on the skills", onClick },
        });
      close();
    },
  });
}

/** The fields that are wrong, when the server named them. */
function wordsOf(error: Error): string {
  if (!(error instanceof ApiError) || error.errors.length === 0) return error.message;
  return error.errors.map(({ path, message }) => `${path}: ${message}`).join(" ");
}
