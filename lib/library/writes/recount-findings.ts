import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { Finding } from "@/lib/findings/find-findings";
import { countsOf } from "../describe-package";
import { withDismissals } from "../dismissals";

type Counted = { issues: readonly { severity: string }[]; findings: readonly Finding[] };

/** Brings a draft's counts in line with its dismissals. The draft's row must be locked by this transaction. */
export async function recountFindings(
  context: WorkspaceContext,
  skillId: string,
  { issues, findings }: Counted,
): Promise<void> {
  const open = (await withDismissals(context, skillId, findings)).filter(
    ({ dismissal }) => dismissal === null,
  );
  const { warningCount, blockingCount } = countsOf(issues, open);
  await context.db.draft.update({
    where: { skillId, workspaceId: context.workspace.id },
    data: { warningCount, blockingCount },
  });
}
