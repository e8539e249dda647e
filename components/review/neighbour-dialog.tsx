"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useState } from "react";
import { ModelOptions } from "@/components/agents/override-options";
import { agentsQuery } from "@/components/data/agent-queries";
import { neighbourEstimateQuery, proofKeys } from "@/components/data/proof-queries";
import { reviewKeys } from "@/components/data/review-queries";
import { skillQuery } from "@/components/data/skill-queries";
import { CapField, capProblem, runVerb } from "@/components/proof/cap-field";
import { Checkbox } from "@/components/ui/checkbox";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { formatCost, formatCount, formatNumber } from "@/components/ui/format";
import { Select } from "@/components/ui/select";
import { ShownText } from "@/components/ui/shown-text";
import { toast } from "@/components/ui/toaster";
import { client, unwrap } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { NeighbourEstimate, NeighbourRuns } from "@/lib/proof/neighbours/neighbour-run-schema";

type NeighbourDialogProps = { workspace: string; skill: string; review: number; close: () => void };

/** Which agent's catalogue and whose model; what it costs at most is said before anything is asked. */
export function NeighbourDialog({ workspace, skill, review, close }: NeighbourDialogProps) {
  const cache = useQueryClient();
  const { data: detail } = useQuery(skillQuery(client.library, workspace, skill));
  const { data: agents } = useQuery(agentsQuery(client.agents, workspace));
  const [chosen, setChosen] = useState<string | null>(null);
  const [model, setModel] = useState("");
  const [cap, setCap] = useState("2.00");
  const [anew, setAnew] = useState(false);
  const agent = chosen ?? detail?.agents[0]?.slug ?? "";
  const problem = agent === "" ? "Choose an agent." : capProblem(cap);
  const request: NeighbourRuns | null =
    problem === undefined
      ? {
          agent,
          ...(model === "" ? {} : { model }),
          ...(anew ? { anew } : {}),
          capUsd: cap.trim() === "" ? null : Number(cap),
        }
      : null;
  const estimate = useQuery({
    ...neighbourEstimateQuery(client.proof, workspace, skill, request),
    enabled: request !== null,
  });
  const start = useMutation({
    meta: { silent: true },
    mutationFn: (json: NeighbourRuns) =>
      unwrap(
        client.proof.workspaces[":workspace"].skills[":skill"]["neighbour-runs"].$post({
          param: { workspace, skill },
          json,
        }),
      ),
    onSuccess: async ({ started, refused }) => {
      await cache.invalidateQueries({ queryKey: proofKeys.all(workspace) });
      await cache.invalidateQueries({ queryKey: reviewKeys.proof(workspace, review) });
      const [first] = refused;
      if (first) toast(`${first.skill}: ${first.reason}`);
      else toast.success(`${formatCount(started.length, "run")} started`);
      close();
    },
  });
  return (
    <FormDialog
      title="Run the neighbours"
      description="The trigger suite of each skill beside this one, with its draft in the catalogue and with what is published. Their own figures are not touched."
      noValidate
      verb={problem === undefined ? `${runVerb("Run", cap)}${cap.trim() === "" ? "" : " each"}` : "Run"}
      icon={Play}
      pending={start.isPending}
      blockedReason={problem ?? blockedBy(estimate.data)}
      onSubmit={() => (request === null ? undefined : start.mutate(request))}
      close={close}
    >
      <Field label="Agent" help="Whose catalogue the skills stand in.">
        <Select value={agent} onChange={({ target }) => setChosen(target.value)}>
          {agent === "" ? <option value="">choose an agent</option> : null}
          {agents?.items.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {markHidden(name)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Model">
        <Select value={model} onChange={({ target }) => setModel(target.value)}>
          <ModelOptions />
        </Select>
      </Field>
      <CapField value={cap} onChange={setCap} />
      <Checkbox
        checked={anew}
        onChange={({ target }) => setAnew(target.checked)}
        label="Ask everything anew"
        help="What was answered to the same bytes before is not given again, and costs as the first time."
      />
      {estimate.data && request !== null ? <EstimateWords estimate={estimate.data} anew={anew} /> : null}
      <ErrorNotice error={estimate.error ?? start.error} />
    </FormDialog>
  );
}

const blockedBy = (estimate: NeighbourEstimate | undefined): string | undefined =>
  estimate?.runs === 0
    ? "There is nothing to run: all of it goes on, or nothing can be taken there."
    : undefined;

function EstimateWords({ estimate, anew }: { estimate: NeighbourEstimate; anew: boolean }) {
  const { runs, trials, calls, usd, scripted, asksLive, neighbours } = estimate;
  const price = !asksLive ? "$0" : usd === null ? "price not known" : `at most ${formatCost(usd.high)}`;
  return (
    <section aria-label="What it costs" className="grid gap-1">
      <p className="text-ink-2">
        {formatCount(runs, "run")}, {formatCount(trials, "trial")}, {formatNumber(calls.low)} to{" "}
        {formatNumber(calls.high)} calls, {price}.
        {anew ? "" : " What was answered to the same bytes before costs nothing."}
      </p>
      {scripted ? (
        <p className="text-ink-2">
          {asksLive
            ? "Rehearsal answers or chooses in some of these runs, which are never a verdict; the live model is paid all the same."
            : "Rehearsal is no language model: these runs are never a verdict."}
        </p>
      ) : null}
      {neighbours.flatMap(({ skill, problems }) =>
        problems.map((problem) => (
          <p key={`${skill} ${problem}`} className="text-warn">
            <ShownText text={`${skill}: ${problem}`} />
          </p>
        )),
      )}
    </section>
  );
}
