import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import type { DialectWording } from "@/lib/db/generated/client";
import { wordDialect } from "@/lib/dialects/word-dialect";
import { findPeople } from "@/lib/people/find-people";
import type { Dialect } from "@/lib/runtime/dialect";
import { type TakenWording, wordingSchema } from "./schema";

/** Which dialects speak in their host's own sentences here. */
export async function listWordings(context: Context): Promise<TakenWording[]> {
  requirePermission(context, "agents.read");
  const rows = await context.db.dialectWording.findMany({
    where: { workspaceId: context.workspace.id },
    orderBy: { dialect: "asc" },
  });
  return toTakenWordings(context, rows);
}

/** The one of a dialect; null where it has its own words. */
export async function findWording(context: Context, dialect: string): Promise<TakenWording | null> {
  const row = await context.db.dialectWording.findUnique({ where: keyOf(context, dialect) });
  const [wording = null] = row ? await toTakenWordings(context, [row]) : [];
  return wording;
}

/** The dialect as it is rehearsed here: in the host's own sentences where the workspace has taken them. */
export async function wordedDialect(context: WorkspaceContext, dialect: Dialect): Promise<Dialect> {
  return wordAs(dialect, await context.db.dialectWording.findUnique({ where: keyOf(context, dialect.id) }));
}

/** In the sentences that are stored, if any are. */
export function wordAs(dialect: Dialect, stored: { wording: unknown; digest: string } | null): Dialect {
  // What another release has stored otherwise says nothing: the dialect keeps its own words.
  const wording = wordingSchema.safeParse(stored?.wording).data;
  return stored && wording ? wordDialect(dialect, { wording, digest: stored.digest }) : dialect;
}

const keyOf = ({ workspace }: WorkspaceContext, dialect: string) => ({
  workspaceId_dialect: { workspaceId: workspace.id, dialect },
});

async function toTakenWordings(context: Context, rows: readonly DialectWording[]): Promise<TakenWording[]> {
  const personOf = await findPeople(
    context,
    rows.map(({ takenById }) => takenById),
  );
  return rows.map(({ dialect, hostVersion, takenById, takenAt, texts, digest }) => ({
    dialect,
    hostVersion,
    texts,
    digest,
    person: personOf(takenById),
    takenAt: takenAt.toISOString(),
  }));
}
