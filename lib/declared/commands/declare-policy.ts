import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { changePolicy } from "@/lib/reviews/commands/change-policy";
import { getPolicy } from "@/lib/reviews/get-policy";
import { noProof, type ProofPolicy } from "@/lib/reviews/policy-options";
import { type PolicyState, policySchema } from "@/lib/reviews/review-schema";
import { markPolicyDeclared } from "@/lib/reviews/writes/mark-policy-declared";
import type { ModelsByName } from "../find-models-by-name";
import { requireFree } from "../require-free";
import type { DeclaredItem, DeclaredPolicy } from "../schema";

type Declaring = {
  policy: DeclaredPolicy | undefined;
  file: string;
  models: ModelsByName;
  take: (path: readonly PropertyKey[], work: () => Promise<DeclaredItem>) => Promise<void>;
};

/**
 * Makes the policy what the file says of it; the file that kept it lets go of it where it says nothing of it any more.
 * Only what changes anything needs `policy.edit`, which no key has: a program may apply the rest of the file.
 */
export async function declarePolicy(context: Context, { policy, file, models, take }: Declaring) {
  const before = await getPolicy(context);
  const isKept = before.declaredIn === file;
  if (policy === undefined) {
    if (!isKept) return;
    return take([], async () => {
      requirePermission(context, "policy.edit");
      await markPolicyDeclared(context, null);
      return itemOf("let-go", "");
    });
  }
  await take(["policy"], async () => {
    requireFree("the policy", before.declaredIn, file);
    const { proof, ...rest } = policy;
    const change = { ...rest, ...(proof && { proof: proofOf(proof, models) }) };
    const changed = changedBy(before, change);
    if (isKept && changed.length === 0) return itemOf("unchanged", "");
    requirePermission(context, "policy.edit");
    // What is kept in a file is closed to everybody's commands, so it is opened for this one.
    if (isKept) await markPolicyDeclared(context, null);
    await changePolicy(context, change);
    await markPolicyDeclared(context, file);
    return changed.length > 0 ? itemOf("changed", `Changed ${changed.join(", ")}`) : itemOf("taken-over", "");
  });
}

/** The fields that would be others. */
function changedBy(policy: PolicyState, change: object): string[] {
  const said = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const [before, after] = [policySchema.parse(policy), policySchema.parse({ ...policy, ...said })];
  return policySchema
    .keyof()
    .options.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
}

/** With the model's id in the place of its name. */
const proofOf = (
  { model = null, ...rest }: NonNullable<DeclaredPolicy["proof"]>,
  models: ModelsByName,
): ProofPolicy => ({
  ...noProof,
  ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
  model: model === null ? null : models(model),
});

const itemOf = (outcome: DeclaredItem["outcome"], summary: string): DeclaredItem => ({
  kind: "policy",
  name: "",
  slug: "",
  outcome,
  summary,
  needs: "",
  place: "",
});
