import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import { eventSchema } from "@/lib/runtime/events";
import type { AnswerOutcome } from "@/lib/verdicts/judged-pair";
import { effectOutcomes } from "../proof-options";
import { runToGrade } from "../trials/grade-trial";

type Place = { suiteRunId: string; dialect: string; arm: string; caseId: string; repeat: number };

/** The text is null where the session is not kept any more. */
export type PairedAnswer = { outcome: AnswerOutcome; text: string | null };

/** The two answers of a pair: without the skill, and in the arm that is held against it. */
export async function readPair(
  { db, workspace }: WorkspaceContext,
  { suiteRunId, dialect, arm, caseId, repeat }: Place,
): Promise<{ without: PairedAnswer; withSkill: PairedAnswer }> {
  const rows = await db.trial.findMany({
    where: {
      suiteRunId,
      workspaceId: workspace.id,
      dialect,
      caseId,
      repeat,
      leftOut: null,
      arm: { in: ["without", arm] },
    },
    select: { arm: true, outcome: true, events: true },
  });
  const answerIn = (wanted: string): PairedAnswer => {
    const row = rows.find((one) => one.arm === wanted);
    if (!row?.outcome) return { outcome: "invalid", text: null };
    const outcome = z.enum(effectOutcomes).parse(row.outcome);
    const events = z.array(eventSchema).nullable().parse(row.events);
    return { outcome, text: events && runToGrade(events, []).text };
  };
  return { without: answerIn("without"), withSkill: answerIn(arm) };
}
