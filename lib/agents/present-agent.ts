import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { readLimits } from "@/lib/library/limits/read-limits";
import { wordedDialect } from "@/lib/wordings/queries";
import { choosePresentation, type Presentation } from "./choose-presentation";

/** What `choosePresentation` says, in the words and within the limits that the workspace rehearses with. */
export async function presentAgent(
  context: WorkspaceContext,
  ...chosen: Parameters<typeof choosePresentation>
): Promise<Presentation> {
  const { dialect, mode } = choosePresentation(...chosen);
  const [worded, limits] = await Promise.all([wordedDialect(context, dialect), readLimits(context)]);
  return { dialect: worded, mode, limits };
}
