import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { limitsOf } from "@/lib/library/limits/read-limits";
import { wordAs } from "@/lib/wordings/queries";
import { choosePresentation, type Presentation } from "./choose-presentation";

type Stored = { limits: unknown; wording: unknown; digest: string | null };

/**
 * What `choosePresentation` says, in the words and within the limits that the workspace rehearses with. One statement:
 * every run and every trial begins with it.
 */
export async function presentAgent(
  { db, workspace }: WorkspaceContext,
  ...chosen: Parameters<typeof choosePresentation>
): Promise<Presentation> {
  const { dialect, mode } = choosePresentation(...chosen);
  const [stored] = await db.$queryRaw<Stored[]>`
    SELECT workspace.limits, taken.wording, taken.digest FROM "Workspace" workspace
    LEFT JOIN "DialectWording" taken ON taken."workspaceId" = workspace.id AND taken.dialect = ${dialect.id}
    WHERE workspace.id = ${workspace.id}::uuid`;
  const { limits = null, wording = null, digest = null } = stored ?? {};
  const taken = digest === null ? null : { wording, digest };
  return { dialect: wordAs(dialect, taken), mode, limits: limitsOf(limits) };
}
