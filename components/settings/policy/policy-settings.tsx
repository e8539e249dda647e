"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { policyQuery, reviewKeys } from "@/components/data/review-queries";
import { membersQuery } from "@/components/data/settings-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { toast } from "@/components/ui/toaster";
import { isPresent } from "@/lib/access/present-member";
import { ApiError, client, unwrap } from "@/lib/api/client";
import { whyDeclared } from "@/lib/kernel/require-undeclared";
import { policyName } from "@/lib/reviews/policy-options";
import type { PolicyState } from "@/lib/reviews/review-schema";
import { ApprovalFields, BlockingFields, BypassFields, LabelFields } from "./policy-fields";
import { differs, type PolicyForm, policyNow, readLabels, toForm } from "./policy-form";
import { ProofFields } from "./proof-fields";
import { proofProblem, readProofForm } from "./proof-form";
import { PublishOnSyncFields } from "./publish-on-sync-fields";

/** What the workspace asks for before a draft becomes a version. */
export function PolicySettings() {
  const { slug: workspace } = useWorkspace();
  const { data: policy } = useSuspenseQuery(policyQuery(client.reviews, workspace));
  const { data: members } = useSuspenseQuery(membersQuery(client.workspaces, workspace));
  return (
    <>
      <AppliesNow policy={policy} people={members.items.filter(isPresent).length} />
      <PolicyFormView key={policy.updatedAt} workspace={workspace} policy={policy} />
    </>
  );
}

function AppliesNow({ policy, people }: { policy: PolicyState; people: number }) {
  const { updatedBy, updatedAt } = policy;
  return (
    <section aria-label="What applies now" className="grid gap-1 border-line border-b py-6">
      <h2>What applies now</h2>
      <ul className="grid max-w-[720px] list-disc gap-0.5 pl-5 text-ink-2">
        {policyNow(policy, people).map((words) => (
          <li key={words}>
            <ShownText text={words} />
          </li>
        ))}
      </ul>
      <p className="mt-1 text-12 text-ink-3">
        {updatedBy && updatedAt ? (
          <>
            Set by <ShownText text={updatedBy.name} />, <RelativeTime at={updatedAt} ago />.
          </>
        ) : (
          "The defaults: nobody has changed them."
        )}{" "}
        {formatCount(people, "person works", "people work")} here.
      </p>
    </section>
  );
}

function PolicyFormView({ workspace, policy }: { workspace: string; policy: PolicyState }) {
  const cache = useQueryClient();
  const byRole = useBlockedFor("policy.edit");
  const blocked =
    byRole ?? (policy.declaredIn === null ? undefined : whyDeclared(policyName, policy.declaredIn));
  const [form, setForm] = useState(() => toForm(policy));
  const set = (change: Partial<PolicyForm>) => setForm((now) => ({ ...now, ...change }));
  const labels = readLabels(form.labels);
  const save = useMutation({
    meta: { silent: true },
    mutationFn: () => {
      const { labels: _typed, proof, ...rest } = form;
      const json = { ...rest, proof: readProofForm(proof), protectedLabels: labels };
      return unwrap(client.reviews.workspaces[":workspace"].policy.$patch({ param: { workspace }, json }));
    },
    onSuccess: () => {
      toast.success("The policy counts from now on");
      return cache.invalidateQueries({ queryKey: reviewKeys.all(workspace) });
    },
  });
  const problem = proofProblem(form.proof);
  const reason = blocked ?? problem ?? (differs(form, policy) ? undefined : "Nothing has changed.");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason === undefined && !save.isPending) save.mutate();
  };
  const fields = { form, set, readOnly: blocked !== undefined };
  return (
    <form onSubmit={submit} aria-label="Review policy">
      {blocked ? (
        <div className="pt-6">
          <Notice title="You can read the policy, not change it">
            <ShownText text={blocked} />
          </Notice>
        </div>
      ) : null}
      <ApprovalFields {...fields} />
      <BlockingFields {...fields} />
      <ProofFields
        form={form.proof}
        set={(change) => setForm((now) => ({ ...now, proof: { ...now.proof, ...change } }))}
        readOnly={fields.readOnly}
      />
      <PublishOnSyncFields {...fields} />
      <BypassFields {...fields} />
      <LabelFields {...fields} />
      {blocked ? null : (
        <div className="flex flex-wrap items-center gap-3 pt-4">
          <Button type="submit" variant="primary" pending={save.isPending} blockedReason={reason}>
            Save policy
          </Button>
          <span className="text-12 text-ink-3">
            It counts at once, for open reviews too. The audit keeps it.
          </span>
          {save.isError ? (
            <Notice tone="error" className="w-full">
              <ShownText text={refusalWords(save.error)} />
            </Notice>
          ) : null}
        </div>
      )}
    </form>
  );
}

/** The problem of each field, where there are any. */
function refusalWords(error: Error): string {
  const problems = error instanceof ApiError ? error.errors.map(({ message }) => message) : [];
  return problems.length > 0 ? [...new Set(problems)].join(" ") : error.message;
}
