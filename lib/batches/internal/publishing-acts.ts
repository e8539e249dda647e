import "server-only";
import type { Context } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { publishSkill } from "@/lib/reviews/commands/publish-skill";
import { requestReview } from "@/lib/reviews/commands/request-review";
import { getReview } from "@/lib/reviews/get-review";
import type { Act } from "../schema";
import { type ActOutcome, done, unchanged } from "./act-outcome";
import type { Target } from "./find-target";

type ActOf<Kind extends Act["kind"]> = Extract<Act, { kind: Kind }>;

export async function publish(context: Context, target: Target, act: ActOf<"publish">): Promise<ActOutcome> {
  const { name: skill, revision, digest } = target;
  const { note, bypassReason } = act;
  try {
    const { number } = await publishSkill(context, { skill, revision, digest, note, bypassReason });
    return done(`Publishes version ${number}`);
  } catch (error) {
    if (reasonOf(error) !== "unchanged") throw error;
    return unchanged(`Nothing has changed since version ${target.newestVersion}`);
  }
}

export async function askForReview(
  context: Context,
  target: Target,
  act: ActOf<"request-review">,
): Promise<ActOutcome> {
  const { name: skill, newestVersion } = target;
  const { note: description, reviewers, batch } = act;
  const title =
    act.title ?? (newestVersion === null ? "First version" : `Changes since version ${newestVersion}`);
  try {
    await requestReview(context, { skill, title, description, reviewers, ...(batch && { batch }) });
    return done(
      newestVersion === null ? "Asks for review of the first version" : `Asks for review: ${title}`,
    );
  } catch (error) {
    if (reasonOf(error) === "unchanged")
      return unchanged(`Nothing has changed since version ${newestVersion}`);
    const open = await findAskedAlready(context, error, reviewers);
    if (open === null) throw error;
    return unchanged(`Review ${open} is open already`);
  }
}

/** The open review that stood in the way, where it asks everybody who would have been asked. */
async function findAskedAlready(
  context: Context,
  error: unknown,
  reviewers: readonly string[],
): Promise<number | null> {
  if (!(error instanceof AppError) || reasonOf(error) !== "review-open") return null;
  const number = Number(error.details?.review);
  const review = await getReview(context, { number });
  const asked = new Set(review.reviewers.map(({ id }) => id));
  return reviewers.every((id) => asked.has(id)) ? number : null;
}

const reasonOf = (error: unknown): unknown => (error instanceof AppError ? error.details?.reason : undefined);
