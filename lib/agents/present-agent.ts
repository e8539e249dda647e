import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { wordedDialect } from "@/lib/wordings/queries";
import { choosePresentation, type Presentation } from "./choose-presentation";

/** What `choosePresentation` says, in the words that the workspace rehearses with. */
export async function presentAgent(
  context: WorkspaceContext,
  ...chosen: Parameters<typeof choosePresentation>
): Promise<Presentation> {
  const { dialect, mode } = choosePresentation(...chosen);
  return { dialect: await wordedDialect(context, dialect), mode };
}
