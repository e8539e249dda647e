import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { sha256 } from "@/lib/platform/crypto";
import { type SelfCheck, selfCheckSchema } from "../checks/check-schema";
import type { SuiteRunPlan } from "../plans/plan-suite-run";

/** Of one skill; what was checked longest ago goes first. */
const mostKept = 20;

type Planned = Pick<SuiteRunPlan, "skillId" | "agent" | "cases" | "candidate" | "offer" | "model">;

/** All that what is found depends on: a check of other bytes, of another catalogue or of other cases says nothing here. */
function subjectOf({ agent, cases, candidate, offer, model }: Planned): string {
  const hosts = offer.dialects.map(({ started, wording, skills }) => [
    started.dialect,
    started.mode,
    wording,
    started.systemPrompt.text,
    started.unavailable,
    skills.map(({ ref }) => [ref.skillId, ref.digest]),
  ]);
  const { windowTokens } = model.model.info;
  const ids = cases.map(({ id }) => id);
  return sha256(
    JSON.stringify([candidate.digest, agent.id, agent.revision, windowTokens, hosts, ids, offer.stubs]),
  );
}

/** The check of exactly this that was kept; null where there is none. */
export async function findSelfCheck(
  { db, workspace }: WorkspaceContext,
  plan: Planned,
): Promise<SelfCheck | null> {
  const row = await db.selfCheck.findUnique({
    where: { workspaceId_subject: { workspaceId: workspace.id, subject: subjectOf(plan) } },
    select: { result: true },
  });
  return row && selfCheckSchema.parse(row.result);
}

/** Keeps it in the place of an earlier one of exactly this. Of a skill that is gone meanwhile nothing is kept. */
export async function keepSelfCheck(
  { db, workspace }: WorkspaceContext,
  plan: Planned,
  check: SelfCheck,
): Promise<void> {
  const { skillId, agent } = plan;
  const workspaceId = workspace.id;
  await db.$executeRaw`
    INSERT INTO "SelfCheck" ("workspaceId", subject, "skillId", digest, "agentId", "agentRevision", result, "checkedAt")
    SELECT ${workspaceId}::uuid, ${subjectOf(plan)}, id, ${check.digest}, ${agent.id}::uuid, ${agent.revision}::int,
      ${JSON.stringify(check)}::json, ${check.checkedAt}::timestamptz
    FROM "Skill" WHERE id = ${skillId}::uuid AND "workspaceId" = ${workspaceId}::uuid
    ON CONFLICT ("workspaceId", subject) DO UPDATE SET result = EXCLUDED.result, "checkedAt" = EXCLUDED."checkedAt"`;
  await db.$executeRaw`
    DELETE FROM "SelfCheck" WHERE "workspaceId" = ${workspaceId}::uuid AND subject IN (
      SELECT subject FROM "SelfCheck" WHERE "skillId" = ${skillId}::uuid AND "workspaceId" = ${workspaceId}::uuid
      ORDER BY "checkedAt" DESC OFFSET ${mostKept}::int)`;
}
