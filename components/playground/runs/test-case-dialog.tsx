"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { proofPath } from "@/components/data/proof-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toaster";
import { client, unwrap } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { Feedback } from "@/lib/sessions/schema";
import { lackOf, type Turn } from "../transcript/transcript";
import { firstTrigger, type Trigger } from "./first-trigger";

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
  const save = useSaveCase(turn, { skill, expected, trigger }, onClose);
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
        onSubmit={() => save.mutate()}
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

type Case = { skill: string; expected: string; trigger: Trigger };

/** Saves the case into the skill's draft, and says where; from there one may go on to its suite. */
function useSaveCase(turn: Turn, { skill, expected, trigger }: Case, onClose: () => void) {
  const { slug: workspace } = useWorkspace();
  const router = useRouter();
  const toSuite = () => router.push(proofPath(workspace, skill, "edit"));
  return useMutation({
    mutationFn: () =>
      unwrap(
        client.runs.workspaces[":workspace"].conversations[":conversation"].runs[":run"]["test-case"].$post({
          param: { workspace, conversation: turn.start.conversationId, run: turn.runId },
          json: {
            skill,
            ...(expected.trim() === "" ? {} : { expectedOutput: expected.trim() }),
            ...(trigger === "" ? {} : { shouldTrigger: trigger === "yes" }),
          },
        }),
      ),
    onSuccess: ({ paths, revision }) => {
      onClose();
      toast.success(
        paths.length === 0
          ? "The draft has this case already."
          : `Saved to ${paths.join(" and ")} in the draft of ${skill}, r${revision}.`,
        trigger === "" ? undefined : { action: { label: "Trigger suite", onClick: toSuite } },
      );
    },
  });
}

const activatedIn = (turn: Turn): string[] => [
  ...new Set(
    turn.events.flatMap((event) =>
      event.type === "skill-activated" ||
      event.type === "skill-reactivated" ||
      event.type === "skill-already-active"
        ? [event.payload.skill.name]
        : [],
    ),
  ),
];

/** What the model said, to begin with; of a run without a whole answer nothing: no good answer looks like that. */
const answerIn = (turn: Turn): string =>
  lackOf(turn) === null
    ? turn.rows.flatMap((row) => (row.kind === "answer" ? [row.text] : [])).join("\n\n")
    : "";
