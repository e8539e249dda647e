import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { setLimits } from "@/lib/library/commands/set-limits";
import type { SetLimits } from "@/lib/library/limits/limit-schema";
import { getLimits } from "@/lib/library/limits/read-limits";
import { markLimitsDeclared } from "@/lib/library/writes/mark-limits-declared";
import { requireFree } from "../require-free";
import type { DeclaredItem } from "../schema";

type Declaring = {
  limits: SetLimits | undefined;
  file: string;
  take: (path: readonly PropertyKey[], work: () => Promise<DeclaredItem>) => Promise<void>;
};

/**
 * Makes the limits what the file says of them; the file that kept them lets go of them where it says nothing of them any more.
 * Only what changes anything needs `workspace.edit`, which no key has: a program may apply the rest of the file.
 */
export async function declareLimits(context: Context, { limits, file, take }: Declaring): Promise<void> {
  const before = await getLimits(context);
  const isKept = before.declaredIn === file;
  if (limits === undefined) {
    if (!isKept) return;
    return take([], async () => {
      requirePermission(context, "workspace.edit");
      await markLimitsDeclared(context, null);
      return itemOf("let-go", "");
    });
  }
  await take(["limits"], async () => {
    requireFree("the limits", before.declaredIn, file);
    const isSame = before.limits.every(({ name, own }) => limits[name] === undefined || limits[name] === own);
    if (isKept && isSame) return itemOf("unchanged", "");
    // What is kept in a file is closed to everybody's commands, so it is opened for this one.
    if (isKept) await markLimitsDeclared(context, null);
    const after = await setLimits(context, limits);
    await markLimitsDeclared(context, file);
    const changed = after.limits.filter(({ own }, at) => own !== before.limits[at]?.own);
    if (changed.length > 0) return itemOf("changed", `Changed ${changed.map(({ name }) => name).join(", ")}`);
    return itemOf("taken-over", "");
  });
}

const itemOf = (outcome: DeclaredItem["outcome"], summary: string): DeclaredItem => ({
  kind: "limits",
  name: "",
  slug: "",
  outcome,
  summary,
  needs: "",
  place: "",
});
