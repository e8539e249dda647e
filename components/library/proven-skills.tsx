"use client";

import { useQuery } from "@tanstack/react-query";
import { provenSkillsQuery } from "@/components/data/proven-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { NoValue } from "@/components/ui/table";
import { client } from "@/lib/api/client";
import { dialectHeads } from "@/lib/dialects/dialect-heads";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { ProvenSkill } from "@/lib/proof/proven/proven-schema";
import { verdictWords } from "@/lib/statistics/decide-verdict";

/** What the newest live runs of one skill came to; undefined until it is known, null where nothing was measured. */
function useProven(skillId: string): ProvenSkill | null | undefined {
  const { slug: workspace } = useWorkspace();
  const { data } = useQuery(provenSkillsQuery(client.proof, workspace));
  return data === undefined ? undefined : (data.get(skillId) ?? null);
}

/** Recall and verdict in a few words, all of it on hover; for rows of a table. */
export function ProofCell({ skillId }: { skillId: string }) {
  const proven = useProven(skillId);
  if (proven === undefined) return null;
  if (proven === null) return <NoValue label="Not measured" />;
  const words = shortWords(proven);
  return (
    <span title={markHidden(sentences(proven).join(" "))}>
      {words.join(", ")}
      {isOlder(proven) ? <span className="ml-1 text-12 text-ink-3">older bytes</span> : null}
    </span>
  );
}

/** The same as a line that says everything; for places that have room. */
export function ProofLine({ skillId }: { skillId: string }) {
  const proven = useProven(skillId);
  if (proven === undefined) return null;
  return (
    <span className="text-12 text-ink-3">
      {proven === null ? "Not measured" : markHidden(sentences(proven).join(" "))}
    </span>
  );
}

const isOlder = ({ trigger, effect }: ProvenSkill): boolean =>
  [trigger, effect].some((run) => run?.bytes === "older");

const triggerWords = {
  "too-few": "too few cases to judge",
  invalid: "invalid measurement",
  scripted: "scripted",
  "no-baseline": "",
} as const satisfies Record<NonNullable<ProvenSkill["trigger"]>["word"], string>;

const effectWords = (verdict: NonNullable<ProvenSkill["effect"]>["verdict"]): string =>
  verdict === "scripted" || verdict === "pending" ? "No verdict" : verdictWords[verdict];

const shareText = (share: { share: number } | null): string => share?.share.toFixed(2) ?? "not measured";

function shortWords({ trigger, effect }: ProvenSkill): string[] {
  const found =
    trigger === null
      ? []
      : trigger.word === "invalid"
        ? ["Invalid"]
        : [`Recall ${shareText(trigger.recall)}`];
  return [...found, ...(effect === null ? [] : [effectWords(effect.verdict)])];
}

function sentences({ trigger, effect }: ProvenSkill): string[] {
  const hostOf = (id: string) => Object.values(dialectHeads).find((head) => head.id === id)?.title ?? id;
  const whereOf = ({ number, model, dialect, bytes }: NonNullable<ProvenSkill["effect" | "trigger"]>) =>
    `run ${number} by ${model} in ${hostOf(dialect)}, of ${bytes === "current" ? "its current" : "older"} bytes`;
  const interval = (share: { low: number; high: number } | null) =>
    share === null ? "" : ` [${share.low.toFixed(2)}, ${share.high.toFixed(2)}]`;
  const told: string[] = [];
  if (trigger) {
    const word = triggerWords[trigger.word];
    told.push(
      `Recall ${shareText(trigger.recall)}${interval(trigger.recall)}, precision ${shareText(trigger.precision)}${interval(trigger.precision)}${word === "" ? "" : `, ${word}`}: ${whereOf(trigger)}.`,
    );
  }
  if (effect) told.push(`${effectWords(effect.verdict)}: ${whereOf(effect)}.`);
  return told;
}
