"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { useState } from "react";
import { ModelOptions } from "@/components/agents/override-options";
import { agentsQuery } from "@/components/data/agent-queries";
import { improvementEstimateQuery, improvements } from "@/components/data/improvement-queries";
import { proofKeys } from "@/components/data/proof-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useSettled } from "@/components/library/dialogs/use-name-check";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { formatNumber } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { client, unwrap } from "@/lib/api/client";
import type { EstimateImprovement, ImprovementEstimate } from "@/lib/improvements/schema";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { CapField, runVerb } from "../cap-field";
import { isAwaited, refusalOf } from "../run-choice";
import { firstImproveChoice, type ImproveChoice, improveProblem, toImproveRequest } from "./improve-choice";
import { ImproveEstimate } from "./improve-estimate";

type ImproveDialogProps = {
  of: Pick<ImproveChoice, "kind" | "skill" | "agent">;
  /** Of a shortening: the skills that one may be chosen of. */
  skills?: readonly string[];
  close: () => void;
  onStarted: (id: string) => void;
};

const words = {
  improve: {
    title: "Improve the description",
    description:
      "A model writes descriptions from the training part of the cases; each is tried by real trials on held-out cases and on the neighbours' suites. Nothing is saved: what is accepted is a suggestion in review.",
  },
  shorten: {
    title: "Shorten the catalogue",
    description:
      "Shorter descriptions are tried until a held-out case would flip. Nothing is saved: each one that is accepted is a suggestion in review.",
  },
} as const;

const settleMs = 250;

/** What is searched for and what it costs at most, before anything is asked. */
export function ImproveDialog({ of, skills = [], close, onStarted }: ImproveDialogProps) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const [choice, setChoice] = useState<ImproveChoice>(() => firstImproveChoice(of));
  const problem = improveProblem(choice);
  const request = problem === undefined ? toImproveRequest(choice) : null;
  const estimate = useImproveEstimate(workspace, request);
  const awaited = problem === undefined && isAwaited(estimate);
  const start = useMutation({
    meta: { silent: true },
    mutationFn: (json: EstimateImprovement) =>
      unwrap(improvements(client.improvements).$post({ param: { workspace }, json })),
    onSuccess: ({ id }) => {
      void cache.invalidateQueries({ queryKey: proofKeys.all(workspace) });
      onStarted(id);
      close();
    },
  });
  const change = (part: Partial<ImproveChoice>) => setChoice((before) => ({ ...before, ...part }));
  const { title, description } = words[choice.kind];
  return (
    <FormDialog
      size="large"
      title={title}
      description={description}
      noValidate
      verb={problem === undefined ? runVerb("Search", choice.cap) : "Search"}
      icon={Sparkles}
      pending={start.isPending}
      blockedReason={problem ?? refusalOf(estimate)}
      onSubmit={() => request && start.mutate(request)}
      close={close}
    >
      <div className="grid grid-cols-2 gap-6 compact:grid-cols-1">
        <section aria-label="What is searched" className="grid content-start gap-3">
          <Choices choice={choice} change={change} skills={skills} estimate={estimate.data} />
        </section>
        <div className={awaited ? "opacity-50" : undefined} aria-busy={awaited}>
          <ImproveEstimate estimate={estimate} problem={problem} />
        </div>
      </div>
      <ErrorNotice error={start.error} title="The search was not started" />
    </FormDialog>
  );
}

function useImproveEstimate(workspace: string, request: EstimateImprovement | null) {
  const asked = request === null ? "" : JSON.stringify(request);
  const isSettled = useSettled(asked, settleMs) === asked && asked !== "";
  return useQuery({
    ...improvementEstimateQuery(client.improvements, workspace, request),
    enabled: isSettled,
  });
}

type ChoicesProps = {
  choice: ImproveChoice;
  change: (part: Partial<ImproveChoice>) => void;
  skills: readonly string[];
  estimate: ImprovementEstimate | undefined;
};

function Choices({ choice, change, skills, estimate }: ChoicesProps) {
  return (
    <>
      {choice.kind === "improve" ? (
        <AgentField value={choice.agent} onChange={(agent) => change({ agent })} />
      ) : (
        <ShortenFields choice={choice} change={change} skills={skills} estimate={estimate} />
      )}
      <Field label="Model of the trials" help="Chooses skills by the descriptions.">
        <Select value={choice.model} onChange={({ target }) => change({ model: target.value })}>
          <ModelOptions />
        </Select>
      </Field>
      <Field label="Writer" help="Writes the descriptions. It is never told a held-out case.">
        <Select value={choice.proposer} onChange={({ target }) => change({ proposer: target.value })}>
          <ModelOptions />
        </Select>
      </Field>
      <div className="grid grid-cols-2 items-start gap-3">
        {choice.kind === "improve" ? (
          <Field label="Candidates" help="The more are tried, the more each has to gain.">
            <Input
              size="form"
              inputMode="numeric"
              value={choice.candidates}
              onChange={({ target }) => change({ candidates: target.value })}
            />
          </Field>
        ) : null}
        <Field label="Trials per case">
          <Input
            size="form"
            inputMode="numeric"
            value={choice.repeats}
            onChange={({ target }) => change({ repeats: target.value })}
          />
        </Field>
        <CapField value={choice.cap} onChange={(cap) => change({ cap })} />
      </div>
    </>
  );
}

function AgentField({ value, onChange }: { value: string; onChange: (agent: string) => void }) {
  const { slug: workspace } = useWorkspace();
  const agents = useQuery(agentsQuery(client.agents, workspace));
  return (
    <Field label="Agent" help="Whose catalogue the skill stands in.">
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        {value === "" ? <option value="">choose an agent</option> : null}
        {agents.data?.items.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {markHidden(name)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** A number of characters, as it is typed or as a host has room for. */
function ShortenFields({ choice, change, skills, estimate }: ChoicesProps) {
  const budgets = estimate?.budgets ?? [];
  const isBudget = budgets.some(({ characters }) => String(characters) === choice.to);
  return (
    <>
      <Field label="Skill">
        <Select value={choice.skill} onChange={({ target }) => change({ skill: target.value })}>
          <option value="">all skills of the agent</option>
          {skills.map((skill) => (
            <option key={skill} value={skill}>
              {markHidden(skill)}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="To how many characters"
        help={choice.skill === "" ? "Of all descriptions together." : "Of its description."}
      >
        <Input
          size="form"
          inputMode="numeric"
          value={choice.to}
          onChange={({ target }) => change({ to: target.value })}
        />
      </Field>
      {budgets.length === 0 || choice.skill !== "" ? null : (
        <Field label="Or what a host has room for" help="With names and marks, for a model with this window.">
          <Select value={isBudget ? choice.to : ""} onChange={({ target }) => change({ to: target.value })}>
            <option value="">choose a host</option>
            {budgets.map(({ dialect, name, characters }) => (
              <option key={dialect} value={String(characters)}>
                {name}: {formatNumber(characters)}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  );
}
