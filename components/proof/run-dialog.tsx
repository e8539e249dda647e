"use client";

import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useState } from "react";
import { ModelOptions } from "@/components/agents/override-options";
import { agentsQuery } from "@/components/data/agent-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Checkbox } from "@/components/ui/checkbox";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { client } from "@/lib/api/client";
import { dialectHeads } from "@/lib/dialects/dialect-heads";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { SkillDetail } from "@/lib/library/skill-schema";
import type { SuiteRun } from "@/lib/proof/schema";
import { CapField, runVerb } from "./cap-field";
import { FurtherArms } from "./effect/further-arms";
import { JudgeField } from "./effect/judge-field";
import { firstChoice, isAwaited, problemOf, type RunChoice, refusalOf, toRequest } from "./run-choice";
import { RunEstimate, useEstimate } from "./run-estimate";
import { SelfCheckPart } from "./self-check";
import { useStartRun } from "./use-start-run";

type RunDialogProps = {
  skill: SkillDetail;
  close: () => void;
  suite?: SuiteRun["suite"];
  /** Paths of files of the skill that a run of tasks may leave out. */
  files?: readonly string[];
  /** Whether a run of tasks begins with the published version as an arm, where there is one. */
  approved?: boolean;
};

const suiteWords = {
  trigger: { title: "Run the trigger suite", each: "case" },
  effect: { title: "Run the tasks", each: "task, arm" },
} as const;

/** What runs and what it costs at most, before anything is asked. */
export function RunDialog({ skill, close, suite = "trigger", files = [], approved = false }: RunDialogProps) {
  const { slug: workspace } = useWorkspace();
  const agents = useQuery(agentsQuery(client.agents, workspace));
  const [choice, setChoice] = useState<RunChoice>(() => firstChoice(skill, { approved }));
  const problem = problemOf(choice);
  const request = problem === undefined ? toRequest(choice, suite) : null;
  const estimate = useEstimate(skill.name, request);
  const awaited = problem === undefined && isAwaited(estimate);
  const [acknowledged, setAcknowledged] = useState(false);
  const isFaulty = !awaited && estimate.data?.selfCheck?.passed === false;
  const acknowledging = isFaulty && acknowledged ? { acknowledgeFaults: true } : {};
  const start = useStartRun(skill.name, { silent: true });
  const change = (part: Partial<RunChoice>) => setChoice((before) => ({ ...before, ...part }));
  return (
    <FormDialog
      size="large"
      title={suiteWords[suite].title}
      description="Every trial is a real session with the agent's catalogue and this skill in it. It goes on when you leave."
      noValidate
      verb={problem === undefined ? runVerb("Run", choice.cap) : "Run"}
      icon={Play}
      pending={start.isPending}
      blockedReason={problem ?? refusalOf(estimate)}
      onSubmit={() => request && start.mutate({ ...request, ...acknowledging }, { onSuccess: close })}
      close={close}
    >
      <div className="grid grid-cols-2 gap-6 compact:grid-cols-1">
        <section aria-label="What runs" className="grid content-start gap-3">
          <SourceField skill={skill} value={choice.source} onChange={(source) => change({ source })} />
          <Field label="Agent" help="Whose catalogue the skill stands in.">
            <Select value={choice.agent} onChange={({ target }) => change({ agent: target.value })}>
              {choice.agent === "" ? <option value="">choose an agent</option> : null}
              {agents.data?.items.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {markHidden(name)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Model">
            <Select value={choice.model} onChange={({ target }) => change({ model: target.value })}>
              <ModelOptions />
            </Select>
          </Field>
          <HostChoice chosen={choice.dialects} onChange={(dialects) => change({ dialects })} />
          <div className="grid grid-cols-2 items-start gap-3 compact:grid-cols-1">
            <Field label={`Trials per ${suiteWords[suite].each} and host`}>
              <Input
                size="form"
                inputMode="numeric"
                value={choice.repeats}
                onChange={({ target }) => change({ repeats: target.value })}
              />
            </Field>
            <CapField value={choice.cap} onChange={(cap) => change({ cap })} />
          </div>
          {suite === "trigger" ? (
            <Checkbox
              checked={choice.wholeMatrix}
              onChange={({ target }) => change({ wholeMatrix: target.checked })}
              label="Go on after the first activation"
              help="Shows what else is activated for the same message. Costs more."
            />
          ) : (
            <>
              <JudgeField value={choice.judge} onChange={(judge) => change({ judge })} />
              <FurtherArms skill={skill} files={files} choice={choice} onChange={change} />
            </>
          )}
          <Checkbox
            checked={choice.anew}
            onChange={({ target }) => change({ anew: target.checked })}
            label="Ask everything anew"
            help="Answers to the very same bytes are not given again: they are as new as this run, and cost what they cost the first time."
          />
        </section>
        <div className={awaited ? "opacity-50" : undefined} aria-busy={awaited}>
          <RunEstimate estimate={estimate} problem={problem} usesKept={!choice.anew} />
          {suite === "trigger" ? (
            <SelfCheckPart
              skill={skill.name}
              request={request}
              check={awaited ? null : (estimate.data?.selfCheck ?? null)}
              scripted={estimate.data?.scripted ?? false}
              acknowledged={acknowledged}
              onAcknowledge={setAcknowledged}
            />
          ) : null}
        </div>
      </div>
      <ErrorNotice error={start.error} title="The run was not started" />
    </FormDialog>
  );
}

type SourceFieldProps = { skill: SkillDetail; value: string; onChange: (value: string) => void };

function SourceField({ skill, value, onChange }: SourceFieldProps) {
  return (
    <Field
      label={
        <>
          Bytes of <code>{markHidden(skill.name)}</code>
        </>
      }
    >
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="draft">draft r{skill.draft.revision}</option>
        {skill.versions.map(({ number, withdrawal }) => (
          <option key={number} value={String(number)}>
            v{number}
            {withdrawal === null ? "" : " (withdrawn)"}
          </option>
        ))}
      </Select>
    </Field>
  );
}

type HostChoiceProps = { chosen: readonly string[]; onChange: (dialects: string[]) => void };

/** None of them: the host that the agent has. */
function HostChoice({ chosen, onChange }: HostChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Hosts</legend>
      <p className="mb-1 text-12 text-ink-3">None chosen: the agent’s own.</p>
      <div className="grid max-h-44 grid-cols-2 gap-x-3 overflow-y-auto compact:grid-cols-1">
        {Object.values(dialectHeads).map(({ id, title }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            label={title}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
