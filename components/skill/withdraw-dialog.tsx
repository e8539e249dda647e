"use client";

import { useState } from "react";
import { ErrorNotice } from "@/components/ui/error-notice";
import { FormDialog } from "@/components/ui/form-dialog";
import { isReason, ReasonField } from "@/components/ui/reason-field";
import { ShownText } from "@/components/ui/shown-text";
import type { SkillDetail } from "@/lib/library/skill-schema";
import type { VersionSummary } from "@/lib/library/versions/version-schema";
import { useVersionActs } from "./use-version-acts";
import { withdrawalEffects } from "./withdrawal-effects";

type WithdrawDialogProps = {
  workspace: string;
  skill: Pick<SkillDetail, "name" | "agents" | "versions" | "labels">;
  version: VersionSummary;
  close: () => void;
};

/** Asks why agents should no longer get a version, and says which agents that is about. Or why they get it again. */
export function WithdrawDialog({ workspace, skill, version, close }: WithdrawDialogProps) {
  const { withdraw, reinstate } = useVersionActs(workspace, skill.name);
  const [reason, setReason] = useState("");
  const { number, withdrawal } = version;
  const act = withdrawal ? reinstate : withdraw;
  const isTooShort = !withdrawal && !isReason(reason);
  return (
    <FormDialog
      size="small"
      title={withdrawal ? `Reinstate v${number}` : `Withdraw v${number}`}
      description={
        withdrawal
          ? `Withdrawn by ${withdrawal.by.name}: ${withdrawal.reason}`
          : "Agents no longer get it. It stays here to be read, compared and restored, and can be reinstated."
      }
      verb={withdrawal ? "Reinstate" : "Withdraw"}
      danger={!withdrawal}
      pending={act.isPending}
      blockedReason={isTooShort ? "Say why first." : undefined}
      onSubmit={() => act.mutate({ number, reason }, { onSuccess: close })}
      close={close}
    >
      {withdrawal ? null : <Effects effects={withdrawalEffects(skill, number)} />}
      <ReasonField
        autoFocus
        value={reason}
        onValueChange={setReason}
        help={
          withdrawal
            ? "Optional; the audit trail keeps it."
            : "Shown wherever agents would have got it, and kept in the audit trail."
        }
      />
      <ErrorNotice error={act.error} />
    </FormDialog>
  );
}

function Effects({ effects }: { effects: readonly string[] }) {
  if (effects.length === 0) return <p className="text-ink-3">No agent gets it now.</p>;
  return (
    <ul className="grid list-disc gap-1 pl-5 text-ink-2">
      {effects.map((effect) => (
        <li key={effect}>
          <ShownText text={effect} />
        </li>
      ))}
    </ul>
  );
}
