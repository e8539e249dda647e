import "server-only";
import type { Context } from "@/lib/access/context";
import type { SeenRun } from "@/lib/approvals/approval-schema";
import { formatCount } from "@/lib/kernel/format-count";
import type { EffectProof, NeighbourProof, TriggerProof } from "@/lib/proof/bytes-proof-schema";
import { readProofFacts } from "./read-proof-facts";

/** Of one verdict. */
const mostSeen = 100;

/** The runs that stand on the page of a review of these bytes, with what each says at this moment. */
export async function listSeenRuns(
  context: Context,
  { skillId, digest }: { skillId: string; digest: string },
): Promise<SeenRun[]> {
  const { own, neighbours } = await readProofFacts(context, { skillId, digest, model: null });
  const skill = await context.db.skill.findFirst({
    where: { id: skillId, workspaceId: context.workspace.id },
    select: { name: true },
  });
  const name = skill?.name ?? "";
  return [
    ...own.triggers.flatMap((proof) =>
      proof.runs.map(
        (number): SeenRun => ({
          skill: name,
          number,
          suite: "trigger",
          model: proof.model.name,
          said: triggerWords(proof),
        }),
      ),
    ),
    ...own.effects.map(
      (proof): SeenRun => ({
        skill: name,
        number: proof.number,
        suite: "effect",
        model: proof.model.name,
        said: effectWords(proof),
      }),
    ),
    ...neighbours.flatMap(ofNeighbour),
  ].slice(0, mostSeen);
}

const unjudged = {
  scripted: "scripted, no verdict",
  invalid: "invalid measurement",
  "too-few": "too few cases to judge",
} as const;

const share = (one: { share: number } | null): string => one?.share.toFixed(2) ?? "-";

/** Pooled over the runs that say it. */
const triggerWords = ({ hosts }: TriggerProof): string =>
  hosts
    .map(({ name, word, recall, precision }) =>
      word === "judged"
        ? `${name}: recall ${share(recall)}, precision ${share(precision)}`
        : `${name}: ${unjudged[word]}`,
    )
    .join("; ");

const verdicts = {
  improved: "improved",
  "not-shown": "not shown",
  worse: "worse",
  "invalid-measurement": "invalid measurement",
  scripted: "scripted, no verdict",
  pending: "no verdict yet",
} as const satisfies Record<EffectProof["hosts"][number]["word"], string>;

const effectWords = ({ hosts }: EffectProof): string =>
  hosts.map(({ name, word }) => `${name}: ${verdicts[word]}`).join("; ");

const ofNeighbour = ({ skill, pairs }: NeighbourProof): SeenRun[] =>
  pairs.map(({ run, before, model, lost }) => ({
    skill,
    number: run,
    suite: "neighbour",
    model: model.name,
    said:
      before === null
        ? "nothing to compare with"
        : lost.length === 0
          ? "no case lost"
          : `${formatCount(lost.length, "case")} lost`,
  }));
