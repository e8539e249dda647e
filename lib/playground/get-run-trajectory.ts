import "server-only";
import type { Context } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import type { Trajectory } from "@/lib/runtime/trajectory-schema";
import { writeTrajectory } from "@/lib/runtime/write-trajectory";
import { listRunEvents } from "@/lib/sessions/queries";

/** One run of a conversation as an ATIF trajectory: of its own turn, which is what its log holds. CONFLICT until it has ended. */
export async function getRunTrajectory(
  context: Context,
  input: { conversation: string; run: string },
): Promise<Trajectory> {
  const events = await listRunEvents(context, input);
  const isOver = events.some(({ type }) => type === "run-finished");
  const trajectory = isOver
    ? writeTrajectory(events, {
        session: input.conversation,
        trajectory: input.run,
        extra: { turn: events[0]?.turn ?? 1 },
      })
    : null;
  if (!trajectory) throw new AppError("CONFLICT", "This run has not ended. Ask again when it has.");
  return trajectory;
}
