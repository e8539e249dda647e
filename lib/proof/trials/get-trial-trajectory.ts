import "server-only";
import type { Context } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { retention } from "@/lib/kernel/retention";
import type { Trajectory } from "@/lib/runtime/trajectory-schema";
import { writeTrajectory } from "@/lib/runtime/write-trajectory";
import { getTrial, type OfRun } from "./trial-queries";

/** The session of one trial as an ATIF trajectory. CONFLICT until it has ended, NOT_FOUND when its session is gone. */
export async function getTrialTrajectory(
  context: Context,
  input: OfRun & { trial: string },
): Promise<Trajectory> {
  const trial = await getTrial(context, input);
  if (trial.state === "queued" || trial.state === "running")
    throw new AppError("CONFLICT", "This trial has not ended. Ask again when it has.");
  const { skill, number } = input;
  const trajectory = writeTrajectory(trial.events, {
    session: trial.events[0]?.conversationId ?? trial.id,
    trajectory: trial.id,
    extra: {
      skill,
      suite_run: number,
      case: trial.case,
      task: trial.task?.name ?? null,
      arm: trial.arm,
      left_out: trial.leftOut,
      repeat: trial.repeat,
      outcome: trial.outcome,
      invalid: trial.invalid,
      grades: trial.grades,
    },
  });
  if (!trajectory)
    throw new AppError(
      "NOT_FOUND",
      `The session of this trial is not kept any more: they stay ${retention.trialLogDays} days.`,
    );
  return trajectory;
}
