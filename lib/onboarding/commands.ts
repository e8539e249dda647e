import "server-only";
import type { Context, PersonContext, VisitorContext } from "@/lib/access/context";
import { appendAudit } from "@/lib/audit/commands";
import { createWorkspace } from "@/lib/auth/commands";
import {
  type ClaimInstance,
  type CreateWorkspace,
  claimInstanceSchema,
  createWorkspaceSchema,
} from "@/lib/auth/schema";
import { insertPerson } from "@/lib/auth/writes/insert-person";
import { insertWorkspace } from "@/lib/auth/writes/insert-workspace";
import { hashPassword } from "@/lib/auth/writes/set-password";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { sha256 } from "@/lib/platform/crypto";
import { addExamples } from "./commands/add-examples";

/**
 * Makes the first person the operator and the owner of the first workspace. The one row of Instance is locked
 * meanwhile, so of two claims with one link one wins. FORBIDDEN for a wrong link, GONE for an expired or used one.
 */
export async function claimInstance(visitor: VisitorContext, input: ClaimInstance): Promise<Context> {
  const claim = claimInstanceSchema.parse(input);
  // Looked at twice: hashing is slow on purpose, and nobody without the link may ask for it.
  requireUsableLink(
    await visitor.db.instance.findUniqueOrThrow({ where: { id: "instance" } }),
    claim.token,
    visitor.now(),
  );
  const passwordHash = await hashPassword(claim.password);
  const claimed = await inTransaction(visitor, async (visitor) => {
    const rows = await visitor.db.$queryRaw<
      { claimedAt: Date | null; setupTokenHash: string | null; setupExpiresAt: Date | null }[]
    >`SELECT "claimedAt", "setupTokenHash", "setupExpiresAt" FROM "Instance" WHERE id = 'instance' FOR UPDATE`;
    requireUsableLink(rows[0], claim.token, visitor.now());
    const person = await insertPerson(visitor, { ...claim, passwordHash, isOperator: true });
    const workspace = await insertWorkspace(visitor, { name: claim.workspaceName, ownerId: person.id });
    await visitor.db.instance.update({
      where: { id: "instance" },
      data: { claimedAt: visitor.now(), claimedById: person.id, setupTokenHash: null, setupExpiresAt: null },
    });
    const actor = {
      kind: "user" as const,
      userId: person.id,
      name: person.name,
      email: person.email,
      isOperator: true,
    };
    await appendAudit(
      { ...visitor, actor, workspace },
      { action: "instance.claimed", object: { type: "workspace", id: workspace.id, name: workspace.name } },
    );
    return { actor, workspace: { ...workspace, role: "owner" as const } };
  });
  const context: Context = { ...visitor, ...claimed };
  await addExamples(context);
  return context;
}

function requireUsableLink(
  instance:
    | { claimedAt: Date | null; setupTokenHash: string | null; setupExpiresAt: Date | null }
    | undefined,
  token: string,
  now: Date,
): void {
  if (!instance || instance.claimedAt) {
    throw new AppError("GONE", "This installation has been claimed already. Sign in instead.");
  }
  if (!instance.setupTokenHash || instance.setupTokenHash !== sha256(token)) {
    throw new AppError(
      "FORBIDDEN",
      "This set-up link is not the newest one. Use the link printed by the last start.",
    );
  }
  if (!instance.setupExpiresAt || instance.setupExpiresAt <= now) {
    throw new AppError("GONE", "This set-up link has expired. Restart the server: it prints a new one.");
  }
}

/** A new workspace of the operator's, with the three example skills and their agent unless told otherwise. */
export async function openWorkspace(person: PersonContext, input: CreateWorkspace): Promise<Context> {
  const { withExamples } = createWorkspaceSchema.parse(input);
  const context = await createWorkspace(person, input);
  if (withExamples) await addExamples(context);
  return context;
}
