"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import type { SkillDetail, VersionSummary } from "@/lib/library/schema";
import { useVersionActs } from "./use-version-acts";
import { withdrawalEffects } from "./withdrawal-effects";

type WithdrawDialogProps = {
  workspace: string;
  skill: Pick<SkillDetail, "name" | "agents" | "versions" | "labels">;
  version: VersionSummary;
  close: () => void;
};

const shortestReason = 3;

/** Asks why agents should no longer get a version, and says which agents that is about. Or why they get it again. */
export function WithdrawDialog({ workspace, skill, version, close }: WithdrawDialogProps) {
  const { withdraw, reinstate } = useVersionActs(workspace, skill.name);
  const [reason, setReason] = useState("");
  const { number, withdrawal } = version;
  const act = withdrawal ? reinstate : withdraw;
  const isTooShort = !withdrawal && reason.trim().length < shortestReason;
  const submit = () => {
    if (isTooShort || act.isPending) return;
    act.mutate({ number, reason }, { onSuccess: close });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : close())}
      size="small"
      title={withdrawal ? `Reinstate v${number}` : `Withdraw v${number}`}
      description={
        withdrawal
          ? `Withdrawn by ${withdrawal.by.name}: ${withdrawal.reason}`
          : "Agents no longer get it. It stays here to be read, compared and restored, and can be reinstated."
      }
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant={withdrawal ? "primary" : "danger"}
            pending={act.isPending}
            onClick={submit}
            blockedReason={isTooShort ? "Say why first." : undefined}
          >
            {withdrawal ? "Reinstate" : "Withdraw"}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {withdrawal ? null : <Effects effects={withdrawalEffects(skill, number)} />}
        <Field
          label="Reason"
          help={
            withdrawal
              ? "Optional; the audit trail keeps it."
              : "Shown wherever agents would have got it, and kept in the audit trail."
          }
        >
          <Textarea
            autoFocus
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            maxLength={1_000}
          />
        </Field>
        {act.isError ? <Notice tone="error">{act.error.message}</Notice> : null}
      </div>
    </Dialog>
  );
}

function Effects({ effects }: { effects: readonly string[] }) {
  if (effects.length === 0) return <p className="text-ink-3">No agent gets it now.</p>;
  return (
    <ul className="grid list-disc gap-1 pl-5 text-ink-2">
      {effects.map((effect) => (
        <li key={effect}>{effect}</li>
      ))}
    </ul>
  );
}
