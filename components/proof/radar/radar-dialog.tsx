"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Radar } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { agentsQuery } from "@/components/data/agent-queries";
import { modelsQuery } from "@/components/data/model-queries";
import { proofKeys } from "@/components/data/proof-queries";
import { radarRunPath } from "@/components/data/radar-paths";
import { radarEstimateQuery, radarSkillsQuery } from "@/components/data/radar-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useSettled } from "@/components/library/dialogs/use-name-check";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { client, unwrap } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { EstimateRadar } from "@/lib/radar/schema";
import { CapField, runVerb } from "../cap-field";
import {
  firstRadarChoice,
  isAwaited,
  type RadarChoice,
  radarProblem,
  radarRefusal,
  toRadarRequest,
} from "./radar-choice";
import { RadarEstimate } from "./radar-estimate";
import { SkillChoice } from "./skill-choice";

const settleMs = 250;

type RadarDialogProps = { model: string; close: () => void };

/** Which model is held against which, over which skills, and what it costs at most, before anything is asked. */
export function RadarDialog({ model, close }: RadarDialogProps) {
  const { slug: workspace } = useWorkspace();
  const skills = useQuery(radarSkillsQuery(client.radar, workspace));
  const [choice, setChoice] = useState<RadarChoice>(() => firstRadarChoice(model));
  const problem =
    skills.data?.items.length === 0
      ? "No skill has tasks or a trigger suite yet. Write some on a skill’s Proof page first."
      : radarProblem(choice);
  const request = problem === undefined ? toRadarRequest(choice) : null;
  const asked = request === null ? "" : JSON.stringify(request);
  const isSettled = useSettled(asked, settleMs) === asked && asked !== "";
  const estimate = useQuery({
    ...radarEstimateQuery(client.radar, workspace, request),
    enabled: isSettled,
  });
  const start = useStartRadar(workspace, close);
  const change = (part: Partial<RadarChoice>) => setChoice((before) => ({ ...before, ...part }));
  return (
    <FormDialog
      size="large"
      title="Try a new model on the skills"
      description="Their suites run one after the other, the cheapest first. It goes on when you leave."
      noValidate
      verb={problem === undefined ? runVerb("Start", choice.cap) : "Start"}
      icon={Radar}
      pending={start.isPending}
      blockedReason={problem ?? radarRefusal(estimate)}
      onSubmit={() => request && start.mutate(request)}
      close={close}
    >
      <div className="grid grid-cols-2 gap-6 compact:grid-cols-1">
        <section aria-label="What runs" className="grid min-w-0 content-start gap-3">
          <ModelFields choice={choice} change={change} />
          <SkillChoice
            skills={skills.data?.items ?? null}
            chosen={choice.skills}
            onChange={(chosen) => change({ skills: chosen })}
          />
          <div className="grid grid-cols-2 items-start gap-3">
            <Field label="Trials each">
              <Input
                size="form"
                inputMode="numeric"
                value={choice.repeats}
                onChange={({ target }) => change({ repeats: target.value })}
              />
            </Field>
            <CapField value={choice.cap} onChange={(cap) => change({ cap })} />
          </div>
        </section>
        <div className={problem === undefined && isAwaited(estimate) ? "opacity-50" : undefined}>
          <RadarEstimate estimate={estimate} problem={problem} />
        </div>
      </div>
      <ErrorNotice error={start.error} title="The run was not started" />
    </FormDialog>
  );
}

type ModelFieldsProps = { choice: RadarChoice; change: (part: Partial<RadarChoice>) => void };

function ModelFields({ choice, change }: ModelFieldsProps) {
  const { slug: workspace } = useWorkspace();
  const models = useQuery(modelsQuery(client.models, workspace));
  const agents = useQuery(agentsQuery(client.agents, workspace));
  const options = (models.data?.items ?? [])
    .filter(({ archivedAt }) => archivedAt === null)
    .map(({ id, name }) => (
      <option key={id} value={id}>
        {markHidden(name)}
      </option>
    ));
  return (
    <>
      <Field label="New model">
        <Select value={choice.model} onChange={({ target }) => change({ model: target.value })}>
          <option value="">choose a model</option>
          {options}
        </Select>
      </Field>
      <Field
        label="Held against"
        help="Runs on record of the same bytes; a model you name is tried where it has none."
      >
        <Select value={choice.against} onChange={({ target }) => change({ against: target.value })}>
          <option value="">what was measured last with another model</option>
          {options}
        </Select>
      </Field>
      <Field label="Agent" help="Whose skills, in whose catalogue.">
        <Select value={choice.agent} onChange={({ target }) => change({ agent: target.value, skills: null })}>
          <option value="">all, each with the first agent that has it</option>
          {agents.data?.items.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {markHidden(name)}
            </option>
          ))}
        </Select>
      </Field>
    </>
  );
}

/** Starts a run and leads to it. */
function useStartRadar(workspace: string, close: () => void) {
  const router = useRouter();
  const cache = useQueryClient();
  return useMutation({
    meta: { silent: true },
    mutationFn: (json: EstimateRadar) =>
      unwrap(client.radar.workspaces[":workspace"]["radar-runs"].$post({ param: { workspace }, json })),
    onSuccess: ({ number }) => {
      void cache.invalidateQueries({ queryKey: proofKeys.all(workspace) });
      close();
      router.push(radarRunPath(workspace, number));
    },
  });
}
