"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BadgeCheck, CircleDashed, ShieldCheck, TriangleAlert } from "lucide-react";
import { proofKey } from "@/components/data/proof-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { classNames } from "@/components/ui/class-names";
import { ErrorNotice } from "@/components/ui/error-notice";
import { formatCount } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { RelativeTime } from "@/components/ui/relative-time";
import { client, unwrap } from "@/lib/api/client";
import type { SelfCheck } from "@/lib/proof/checks/check-schema";
import type { EstimateSuiteRun } from "@/lib/proof/schema";
import { FaultList } from "./self-check-notice";

/** Tries the suite with scripted models and keeps what was found beside the estimate of the same choice. */
function useSelfCheck(skill: string) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  return useMutation({
    meta: { silent: true },
    mutationFn: (settings: EstimateSuiteRun) =>
      unwrap(
        client.proof.workspaces[":workspace"].skills[":skill"]["suite-runs"]["self-check"].$post({
          param: { workspace, skill },
          json: settings,
        }),
      ),
    onSuccess: () => cache.invalidateQueries({ queryKey: proofKey(workspace, "estimate", skill) }),
  });
}

type SelfCheckPartProps = {
  skill: string;
  /** What would run; null while the choice has a problem. */
  request: EstimateSuiteRun | null;
  /** Of exactly this choice; null where none was made. */
  check: SelfCheck | null;
  /** No model answers: there is no verdict to acknowledge anything for. */
  scripted: boolean;
  acknowledged: boolean;
  onAcknowledge: (acknowledged: boolean) => void;
};

/** Whether the suite measures what it should, before a model is paid for it. */
export function SelfCheckPart({ skill, request, check, ...choice }: SelfCheckPartProps) {
  const start = useSelfCheck(skill);
  return (
    <section aria-label="Self-check" aria-busy={start.isPending} className="mt-4 grid content-start gap-2">
      <h3 className="flex flex-wrap items-center justify-between gap-x-3">
        Self-check
        <Button
          size="small"
          icon={ShieldCheck}
          pending={start.isPending}
          blockedReason={request === null ? "Choose what runs first." : undefined}
          onClick={() => request && start.mutate(request)}
        >
          {check === null ? "Check now" : "Check again"}
        </Button>
      </h3>
      <div role="status" className="grid gap-2">
        {check === null ? (
          <p className="flex gap-1.5 text-ink-2">
            <Icon of={CircleDashed} className="mt-0.5 text-ink-3" />
            <span>
              Not made yet for this choice. Models that always, never and rightly activate go through it and
              have to come out as planted. Costs nothing; a live run begins with one.
            </span>
          </p>
        ) : (
          <Found check={check} {...choice} />
        )}
      </div>
      <ErrorNotice error={start.error} title="The self-check was not made" />
    </section>
  );
}

type FoundProps = Pick<SelfCheckPartProps, "scripted" | "acknowledged" | "onAcknowledge"> & {
  check: SelfCheck;
};

function Found({ check, scripted, acknowledged, onAcknowledge }: FoundProps) {
  const { passed, models, cases, faults } = check;
  const asPlanted = models.filter((model) => model.passed).length;
  return (
    <>
      <p className="flex gap-1.5">
        <Icon
          of={passed ? BadgeCheck : TriangleAlert}
          className={classNames("mt-0.5", passed ? "text-ink-2" : "text-warn")}
        />
        <span>
          <b className="font-medium">
            {passed ? "Passed" : "Failed"}: {asPlanted} of {models.length}
          </b>
          , <RelativeTime at={check.checkedAt} ago />
          {cases.tried < cases.of ? `, on ${cases.tried} of ${formatCount(cases.of, "case")}` : ""}
        </span>
      </p>
      <ul className="text-12 text-ink-3">
        {models.map((model) => (
          <li key={model.model}>
            {model.model}: {figuresOf(model)}
            {model.passed ? "" : ", not as planted"}
          </li>
        ))}
      </ul>
      {passed ? null : (
        <>
          <FaultList faults={faults} inAll={check.faultsInAll} />
          {scripted ? null : (
            <Checkbox
              checked={acknowledged}
              onChange={({ target }) => onAcknowledge(target.checked)}
              label="Judge the run all the same"
              help="Else it has figures, and no verdict."
            />
          )}
        </>
      )}
    </>
  );
}

/** Each once: where all is well, all hosts have the same. */
function figuresOf({ hosts }: SelfCheck["models"][number]): string {
  const told = new Set(
    hosts.map(({ recall, precision }) => `recall ${fraction(recall)}, precision ${fraction(precision)}`),
  );
  return [...told].join("; ");
}

const fraction = (share: { count: number; of: number } | null): string =>
  share === null ? "of nothing" : `${share.count} of ${share.of}`;
