import type { GateCode } from "./decide-gate";

/** What a gate has to know of an effect run in one host. */
export type EffectGateFacts = {
  dialect: string;
  word: "improved" | "not-shown" | "worse" | "invalid-measurement" | "scripted" | "pending";
  /** Why, in sentences. */
  reasons: readonly string[];
  /** Names of golden tasks that failed with the skill. */
  goldenFailed: readonly string[];
  /** Tasks lost against the last approved version, where that is worse by the exact test. */
  lostToApproved: number;
  /** It was tried beside what is published, and no task was measured in both. */
  isUncompared: boolean;
};

const unmeasured = {
  scripted: "no model answered",
  pending: "the run has not ended",
  "invalid-measurement": "the measurement is invalid",
} as const;

/**
 * The same order as for trigger suites; where no model answered, no golden task was seen to fail either. That nothing was
 * shown is no regression, and passes.
 */
export function decideEffectGate(hosts: readonly EffectGateFacts[]): { code: GateCode; reasons: string[] } {
  const golden = hosts.flatMap(({ dialect, word, goldenFailed }) =>
    goldenFailed.length > 0 && word !== "scripted"
      ? [`${dialect}: golden tasks failed: ${goldenFailed.join(", ")}.`]
      : [],
  );
  if (golden.length > 0) return { code: 2, reasons: golden };
  const unsaid = hosts.flatMap(({ dialect, word, reasons }) => {
    if (word !== "scripted" && word !== "pending" && word !== "invalid-measurement") return [];
    return [[`${dialect}: ${unmeasured[word]}.`, ...reasons].join(" ")];
  });
  for (const { dialect, isUncompared } of hosts)
    if (isUncompared) unsaid.push(`${dialect}: no task was measured beside what is published.`);
  if (hosts.length === 0) unsaid.push("Nothing was measured.");
  if (unsaid.length > 0) return { code: 3, reasons: unsaid };
  const worse = hosts.flatMap(({ dialect, word, reasons, lostToApproved }) => [
    ...(word === "worse" ? [[`${dialect}: worse with the skill than without.`, ...reasons].join(" ")] : []),
    ...(lostToApproved > 0 ? [`${dialect}: worse than approved, ${lostToApproved} tasks lost.`] : []),
  ]);
  return worse.length > 0 ? { code: 1, reasons: worse } : { code: 0, reasons: [] };
}
