import "server-only";
import type { Context } from "@/lib/access/context";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { describePackage, type PackageDescription } from "@/lib/library/describe-package";
import { draftMoved } from "@/lib/library/drafts/draft-moved";
import { type DraftRow, listSiblings, loaderOf, readDraft } from "@/lib/library/drafts/read-draft";

const attempts = 5;

type Work<T> = (context: Context, draft: DraftRow, description: PackageDescription) => Promise<T>;

/**
 * Does something about a draft as it is now, with everything that is found in it, while nobody can save. Looking at
 * the files comes before the lock, so it is tried again when somebody saved in between.
 */
export async function lockDraft<T>(context: Context, skill: string, work: Work<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const draft = await readDraft(context, skill);
    const siblings = await listSiblings(context, draft);
    const description = await describePackage(
      { name: draft.name, files: draft.files, siblings },
      loaderOf(context),
    );
    const done = await inPermittedTransaction(context, "findings.dismiss", async (context) => {
      const [locked] = await context.db.$queryRaw<{ digest: string }[]>`
        SELECT digest FROM "Draft"
        WHERE "skillId" = ${draft.skillId}::uuid AND "workspaceId" = ${context.workspace.id}::uuid
        FOR NO KEY UPDATE`;
      return locked?.digest === draft.digest ? { value: await work(context, draft, description) } : null;
    });
    if (done) return done.value;
    if (attempt === attempts)
      throw draftMoved("try again", { revision: draft.revision, digest: draft.digest });
  }
}
