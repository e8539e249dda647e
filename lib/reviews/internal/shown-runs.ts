import "server-only";
import type { Context } from "@/lib/access/context";
import type { SeenRun } from "@/lib/approvals/approval-schema";
import { AppError } from "@/lib/kernel/app-error";
import { formatCount } from "@/lib/kernel/format-count";
import type { EffectProof, NeighbourProof, TriggerProof } from "@/lib/proof/proven/bytes-proof-schema";
import type { ProofFacts } from "../judge-proof";
import { readProofFacts } from "./read-proof-facts";

type Shown = Pick<ProofFacts, "own" | "neighbours">;

/** All runs that the page of a review shows of its skill's bytes, with what each says at this moment. */
export function listShownRuns(name: string, { own, neighbours }: Shown): SeenRun[] {
  return [
    ...own.triggers.flatMap((proof) =>
      [...proof.runs, ...proof.brokenOff].map(
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
  ];
}

type Looked = { skillId: string; digest: string; seen: readonly SeenRun[] };

/**
 * What somebody says that the page showed them, as it is: nothing is written down of what they did not see. CONFLICT (reason
 * "proof-changed") where one of these runs is not there any more, or says something else by now.
 */
export async function requireShown(context: Context, { skillId, digest, seen }: Looked): Promise<SeenRun[]> {
  if (seen.length === 0) return [];
  const facts = await readProofFacts(context, { skillId, digest, model: null });
  const skill = await context.db.skill.findFirst({
    where: { id: skillId, workspaceId: context.workspace.id },
    select: { name: true },
  });
  const shown = listShownRuns(skill?.name ?? "", facts);
  const words = new Set(shown.map(keyOf));
  const other = seen.find((one) => !words.has(keyOf(one)));
  if (other)
    throw new AppError(
      "CONFLICT",
      `What run ${other.number} of ${other.skill} says has changed since you looked. Look at the proof again first.`,
      { details: { reason: "proof-changed" } },
    );
  const own = new Set(seen.map(keyOf));
  return shown.filter((one) => own.has(keyOf(one)));
}

const keyOf = ({ skill, number, suite, model, said }: SeenRun): string =>
  JSON.stringify([skill, number, suite, model, said]);

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

/** Pooled over the runs that say it. */
const ofNeighbour = ({ skill, pairs }: NeighbourProof): SeenRun[] =>
  pairs.flatMap(({ runs, before, model, lost }) =>
    runs.map((number) => ({
      skill,
      number,
      suite: "neighbour",
      model: model.name,
      said:
        before === null
          ? "nothing to compare with"
          : lost.length === 0
            ? "no case lost"
            : `${formatCount(lost.length, "case")} lost`,
    })),
  );
