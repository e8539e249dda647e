import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { suggestFile } from "@/lib/reviews/commands/suggest-file";
import { setFrontmatterField } from "@/lib/skills/edit-frontmatter";
import { parseSkill } from "@/lib/skills/parse-skill";
import { findRow, getImprovementDetail } from "../queries";
import { readSearch, type Search } from "../read-search";
import type { ImprovementDetail } from "../schema";
import { holdImprovement } from "./take-improvements";

const path = "SKILL.md";

type Suggesting = {
  position: number;
  /** Of the server that goes on with the search; null for a person, who needs no lease. */
  owner: string | null;
};

/**
 * Puts an accepted text into the review of its skill as a suggestion, or opens a review for it; once. The draft itself stays
 * as it is until a person applies it. Written down is where it stands, or why it does not. Answers whether it does. CONFLICT
 * for a server that does not hold the search any more.
 */
export async function suggestAttempt(
  context: Context,
  search: Search,
  { position, owner }: Suggesting,
): Promise<boolean> {
  const attempt = search.attempts.find((one) => one.position === position);
  const subject = search.plan.subjects.find(({ skill }) => skill === attempt?.skill);
  if (!attempt || !subject || attempt.description === null) return false;
  if (attempt.review !== null) return true;
  const { description } = attempt;
  const isShorter = search.kind === "shorten";
  const title = `${isShorter ? "Shorten" : "Improve"} the description of ${subject.skill}`.slice(0, 120);
  const said = `${attempt.reason ?? ""} ${search.row.modelName}, ${search.row.dialectName}, ${search.row.repeats} trials per case.`;
  const where = { improvementId: search.row.id, position, workspaceId: context.workspace.id };
  const suggestion = {
    skill: subject.skill,
    path,
    change: (text: string) =>
      parseSkill(text, { mode: "lenient" }).description === subject.description
        ? setFrontmatterField(text, "description", description)
        : null,
    body: `${title}: written by ${search.row.proposerName}, tried by running suites. ${said}`,
    title,
    description: "",
  };
  const held = { id: search.row.id, owner };
  const reached = { hold: false };
  try {
    // Together: a server that ends in between leaves no suggestion that nobody knows of.
    await inTransaction(context, async (context) => {
      reached.hold = false;
      await holdFor(context, held);
      reached.hold = true;
      const open = await context.db.$queryRaw<unknown[]>`
        SELECT id FROM "ImprovementAttempt"
        WHERE "improvementId" = ${where.improvementId}::uuid AND position = ${position}::int AND review IS NULL
        FOR UPDATE`;
      if (open.length === 0) return;
      const { review, threadId } = await suggestFile(context, suggestion);
      await context.db.improvementAttempt.updateMany({
        where,
        data: { review, threadId, unsuggested: null },
      });
    });
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || !reached.hold) throw error;
    const { message } = error;
    await inTransaction(context, async (context) => {
      await holdFor(context, held);
      await context.db.improvementAttempt.updateMany({ where, data: { unsuggested: message } });
    });
    return false;
  }
}

async function holdFor(context: Context, { id, owner }: { id: string; owner: string | null }): Promise<void> {
  if (owner !== null) await holdImprovement(context, { id, owner });
}

/** The same, asked for by a person where it could not be put there. UNPROCESSABLE for a text that was not accepted. */
export async function suggestAccepted(
  context: Context,
  { improvement, position }: { improvement: string; position: number },
): Promise<ImprovementDetail> {
  requirePermission(context, "playground.rehearse");
  requirePermission(context, "discussion.comment");
  const search = await readSearch(context, await findRow(context, improvement));
  const attempt = search.attempts.find((one) => one.position === position);
  if (!attempt) throw new AppError("NOT_FOUND", `This search has no text ${position}.`);
  if (attempt.word !== "accepted")
    throw new AppError("UNPROCESSABLE", "Only an accepted text can be suggested. This one was not.");
  await suggestAttempt(context, search, { position, owner: null });
  return getImprovementDetail(context, { improvement });
}
