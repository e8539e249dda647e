"use client";

import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { Feedback } from "@/lib/sessions/schema";
import { lackOf, type Turn } from "../transcript/transcript";
import { activatedIn } from "./activated-in";
import { firstTrigger, type Trigger } from "./first-trigger";
import { useSaveCase } from "./use-save-case";

type TestCaseDialogProps = {
  turn: Turn;
  /** `suite`: only whether the message should activate the skill. */
  about: "suite" | undefined;
  /** This person's thumb on the turn. */
  verdict: Feedback["verdict"] | undefined;
  onClose: () => void;
};

/** Keeps one exchange in a skill's draft: what a good answer is, and whether the skill should have been activated. */
export function TestCaseDialog({ turn, about, verdict, onClose }: TestCaseDialogProps) {
  const offered = turn.start.payload.offered.map(({ name }) => name);
  const activated = activatedIn(turn);
  const lack = lackOf(turn);
  const [skill, setSkill] = useState(activated[0] ?? offered[0] ?? "");
  const [expected, setExpected] = useState(about === "suite" ? "" : answerIn(turn));
  const [trigger, setTrigger] = useState<Trigger>(
    firstTrigger({ activated: activated.length > 0, about, verdict }),
  );
  const save = useSaveCase();
  const ofRun = { conversation: turn.start.conversationId, run: turn.runId };
  const reason =
    skill === ""
      ? "This run was offered no skill."
      : expected.trim() === "" && trigger === ""
        ? "Say what a good answer is, or whether the skill should be activated."
        : undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={
        about === "suite"
          ? `Add turn ${turn.turn} to a trigger suite`
          : `Save turn ${turn.turn} as a test case`
      }
      description={
        about === "suite"
          ? "Kept in the skill's draft, in evals/trigger-eval.json, beside what is there."
          : "Kept in the skill's draft, in evals/evals.json and evals/trigger-eval.json, beside what is there."
      }
    >
      <DialogForm
        verb="Save to the draft"
        pending={save.isPending}
        blockedReason={reason}
        onSubmit={() => save.mutate({ ...ofRun, skill, expected, trigger }, { onSuccess: onClose })}
        close={onClose}
      >
        <Field label="Skill">
          <Select size="form" value={skill} onChange={({ target }) => setSkill(target.value)}>
            {offered.map((name) => (
              <option key={name} value={name}>
                {activated.includes(name) ? markHidden(`${name} (activated)`) : markHidden(name)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Should this message activate it?">
          <Select
            size="form"
            value={trigger}
            onChange={({ target }) =>
              setTrigger(target.value === "yes" || target.value === "no" ? target.value : "")
            }
          >
            <option value="">not part of the case</option>
            <option value="yes">yes</option>
            <option value="no">no</option>
          </Select>
        </Field>
        {about === "suite" ? null : (
          <Field
            label="A good answer"
            help={`${lack === null ? "" : `${lack} `}Empty leaves evals.json as it is.`}
          >
            <Textarea rows={6} value={expected} onChange={({ target }) => setExpected(target.value)} />
          </Field>
        )}
      </DialogForm>
    </Dialog>
  );
}

/** What the model said, to begin with; of a run without a whole answer nothing: no good answer looks like that. */
const answerIn = (turn: Turn): string =>
  lackOf(turn) === null
    ? turn.rows.flatMap((row) => (row.kind === "answer" ? [row.text] : [])).join("\n\n")
    : "";
