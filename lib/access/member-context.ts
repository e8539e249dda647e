import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { newTraceId } from "@/lib/platform/crypto";
import type { Context } from "./context";

type MemberRow = {
  role: Context["workspace"]["role"];
  name: string;
  email: string;
  isOperator: boolean;
  slug: string;
  workspaceName: string;
};

/** A member acting again, with their role of this moment, for what they have set going; null once they get in no more. */
export async function findMemberContext(
  { db }: DatabaseContext,
  { workspaceId, userId, now }: { workspaceId: string; userId: string; now: () => Date },
): Promise<Context | null> {
  const [member] = await db.$queryRaw<MemberRow[]>`
    SELECT member.role::text, person.name, person.email, person."isOperator",
      workspace.slug, workspace.name AS "workspaceName"
    FROM "Member" member
    JOIN "User" person ON person.id = member."userId"
    JOIN "Workspace" workspace ON workspace.id = member."workspaceId"
    WHERE member."workspaceId" = ${workspaceId}::uuid AND member."userId" = ${userId}::uuid
      AND person."deactivatedAt" IS NULL`;
  if (!member) return null;
  const { role, name, email, isOperator, slug, workspaceName } = member;
  return {
    actor: { kind: "user", userId, name, email, isOperator },
    workspace: { id: workspaceId, slug, name: workspaceName, role },
    db,
    now,
    traceId: newTraceId(),
    address: null,
  };
}
