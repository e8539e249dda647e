import { floorsOf, mostProofDays, type ProofPolicy } from "@/lib/reviews/policy-options";
import { leastRecall } from "@/lib/suites/least-recall";

/** What the policy asks of proof as it is typed: empty is nothing asked. */
export type ProofForm = {
  triggers: boolean;
  recall: string;
  precision: string;
  effect: boolean;
  kappa: string;
  neighbours: boolean;
  days: string;
  /** The id of a connection; empty for any live model. */
  model: string;
};

const typed = (value: number | null | undefined): string => (value == null ? "" : String(value));

export const toProofForm = ({
  triggers,
  effect,
  kappa,
  neighbours,
  maxAgeDays,
  model,
}: ProofPolicy): ProofForm => ({
  triggers: triggers !== null,
  recall: typed(triggers?.recall),
  precision: typed(triggers?.precision),
  effect,
  kappa: typed(kappa),
  neighbours,
  days: typed(maxAgeDays),
  model: model ?? "",
});

const isFloor = (text: string): boolean => text.trim() === "" || (Number(text) >= 0 && Number(text) <= 1);
const isDays = (text: string): boolean =>
  text.trim() === "" ||
  (Number.isInteger(Number(text)) && Number(text) >= 1 && Number(text) <= mostProofDays);

const read = (text: string): number | null => (text.trim() === "" ? null : Number(text));

/** What is wrong with what is typed; undefined where nothing is. */
export function proofProblem({ triggers, recall, precision, kappa, days }: ProofForm): string | undefined {
  if (!isFloor(recall) || !isFloor(precision)) return "Recall and precision are shares from 0 to 1.";
  if (triggers && (read(recall) ?? 0) < leastRecall)
    return `Say from which recall the trigger suite passes, ${leastRecall} at least: without it a skill passes that is hardly ever found.`;
  if (!isFloor(kappa)) return "The judge's kappa is a number from 0 to 1, or empty.";
  return isDays(days) ? undefined : `Days are a whole number from 1 to ${mostProofDays}, or empty.`;
}

/** What is typed without a problem, as the policy keeps it. */
export const readProofForm = (form: ProofForm): ProofPolicy => ({
  triggers: form.triggers ? { recall: read(form.recall), precision: read(form.precision) } : null,
  effect: form.effect,
  kappa: form.effect ? read(form.kappa) : null,
  neighbours: form.neighbours,
  maxAgeDays: read(form.days),
  model: form.model === "" ? null : form.model,
});

/** What the policy asks of proof, in a sentence. */
export function proofNow(policy: ProofPolicy): string {
  const { triggers, effect, kappa, neighbours, maxAgeDays, model } = policy;
  const asks = triggers && floorsOf(triggers);
  const floors = asks
    ? [
        `recall from ${asks.recall.toFixed(2)}`,
        ...(asks.precision === null ? [] : [`precision from ${asks.precision.toFixed(2)}`]),
      ]
    : [];
  const asked = [
    ...(triggers
      ? [`the trigger suite passes${floors.length > 0 ? ` with ${floors.join(" and ")}` : ""}`]
      : []),
    ...(effect
      ? [
          `tasks are not worse and golden ones pass${kappa === null ? "" : `, with a judge whose kappa is at least ${kappa.toFixed(2)}`}`,
        ]
      : []),
    ...(neighbours ? ["no neighbour loses a case"] : []),
  ];
  if (asked.length === 0) return "No proof is asked for.";
  const age =
    maxAgeDays === null ? "" : `, not older than ${maxAgeDays} ${maxAgeDays === 1 ? "day" : "days"}`;
  return `On exactly what is published${age}, with ${model === null ? "any live model" : "the chosen model"}: ${asked.join("; ")}.`;
}
