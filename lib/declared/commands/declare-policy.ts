import "server-only";
import type { Context } from "@/lib/access/context";
import { changePolicy } from "@/lib/reviews/commands/change-policy";
import { getPolicy } from "@/lib/reviews/get-policy";
import { noProof, type ProofPolicy } from "@/lib/reviews/policy-options";
import { policySchema } from "@/lib/reviews/review-schema";
import { markPolicyDeclared } from "@/lib/reviews/writes/mark-policy-declared";
import type { ModelsByName } from "../find-models-by-name";
import type { DeclaredItem, DeclaredPolicy } from "../schema";

type Declaring = {
  policy: DeclaredPolicy | undefined;
  file: string;
  models: ModelsByName;
  take: (path: readonly PropertyKey[], work: () => Promise<DeclaredItem>) => Promise<void>;
};

/** Makes the policy what the file says of it; a file that says nothing of it lets go of it. */
export async function declarePolicy(context: Context, { policy, file, models, take }: Declaring) {
  const before = await getPolicy(context);
  if (policy === undefined) {
    if (before.declaredIn === null) return;
    return take([], async () => {
      await markPolicyDeclared(context, null);
      return itemOf("let-go", "");
    });
  }
  await take(["policy"], async () => {
    // What is kept in a file is closed to everybody's commands, so it is opened for this one.
    if (before.declaredIn !== null) await markPolicyDeclared(context, null);
    const { proof, ...rest } = policy;
    const after = await changePolicy(context, { ...rest, ...(proof && { proof: proofOf(proof, models) }) });
    await markPolicyDeclared(context, file);
    const changed = policySchema
      .keyof()
      .options.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
    if (changed.length > 0) return itemOf("changed", `Changed ${changed.join(", ")}`);
    return itemOf(before.declaredIn === null ? "taken-over" : "unchanged", "");
  });
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
  place: "",
});
