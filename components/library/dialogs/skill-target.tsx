"use client";

import { useQuery } from "@tanstack/react-query";
import { skillTargetsQuery } from "@/components/data/library-queries";
import { ErrorNotice } from "@/components/ui/error-notice";
import { client } from "@/lib/api/client";
import type { TargetId } from "@/lib/targets/target-options";
import { FitProposal } from "./fit-proposal";
import { planWords, TargetReport } from "./target-report";
import { TargetSelect } from "./target-select";

/** What every host would get of a skill; null until it is known. */
export function useSkillTargets(workspace: string, skill: string, version: string, isAsked: boolean) {
  return useQuery({ ...skillTargetsQuery(client.library, workspace, skill, version), enabled: isAsked });
}

type Asked = ReturnType<typeof useSkillTargets>;

/** Why nothing can be downloaded for this host, or not yet. */
export function whyNotFor(
  { data, error }: Pick<Asked, "data" | "error">,
  target: TargetId,
): string | undefined {
  if (error) return error.message;
  const plan = data?.targets.find((one) => one.target === target);
  if (!plan) return "The forms of the hosts are being looked at.";
  return plan.refusals.length > 0 ? `It does not go to ${plan.title} as it is.` : undefined;
}

type SkillTargetProps = {
  workspace: string;
  skill: string;
  asked: Asked;
  target: TargetId;
  onTarget: (target: TargetId) => void;
  mayEdit: boolean;
};

/** One host of all, what it would change, and for a draft the same as a change of the draft. */
export function SkillTarget({ workspace, skill, asked, target, onTarget, mayEdit }: SkillTargetProps) {
  const plans = new Map(asked.data?.targets.map((plan) => [plan.target, plan]));
  const plan = plans.get(target);
  const revision = asked.data?.revision ?? null;
  const wordsOf = (id: TargetId) => {
    const known = plans.get(id);
    return known ? planWords(known) : null;
  };
  return (
    <div className="grid gap-3" aria-live="polite">
      <TargetSelect target={target} onTarget={onTarget} wordsOf={wordsOf} />
      {plan ? <TargetReport plan={plan} host={plan.title} /> : null}
      {plan && revision !== null && plan.fit.length > 0 ? (
        <FitProposal
          key={target}
          {...{ workspace, skill, revision }}
          proposal={plan}
          blockedReason={mayEdit ? undefined : "You may not change this skill."}
        />
      ) : null}
      <ErrorNotice error={asked.error} />
    </div>
  );
}
