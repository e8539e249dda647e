import { formatCount, formatNumber } from "@/lib/kernel/format-count";
import type { VerdictReason } from "@/lib/statistics/decide-verdict";

/** A p-value as it is read: two digits that count. */
export const sayP = (p: number): string => (p < 0.000_1 ? "p < 0.0001" : `p = ${Number(p.toPrecision(2))}`);

const percent = (share: number): string => `${formatNumber(Math.round(share * 100))} %`;

/** One reason of a verdict as a sentence, and the tasks that it is about. */
export function sayVerdictReason(reason: VerdictReason): { reason: string; text: string; tasks: string[] } {
  const said = (text: string, tasks: readonly string[] = []) => ({
    reason: reason.reason,
    text,
    tasks: [...tasks],
  });
  switch (reason.reason) {
    case "golden-failed":
      return said(`${formatCount(reason.tasks.length, "golden task")} failed with the skill.`, reason.tasks);
    case "golden-unmeasured":
      return said(`${formatCount(reason.tasks.length, "golden task")} could not be measured.`, reason.tasks);
    case "no-tasks":
      return said("There are no tasks.");
    case "too-much-invalid": {
      const { invalid, share, limit } = reason;
      const tasks = formatCount(invalid.length, "task");
      return said(
        `${tasks} could not be measured, ${percent(share)} of all; up to ${percent(limit)} may be.`,
        invalid,
      );
    }
    case "credible-loss":
    case "credible-win": {
      const { wins, losses, p } = reason;
      return said(`${formatCount(wins, "task")} won and ${losses} lost by the skill: exact ${sayP(p)}.`);
    }
    case "too-few-decided": {
      const { decided, needed } = reason;
      const some = decided === 0 ? "No task" : `Only ${formatCount(decided, "task")}`;
      return said(`${some} came to something else with the skill; ${needed} are needed.`);
    }
    case "may-be-chance":
      return said(`Exact ${sayP(reason.p)}, above ${reason.limit}: it may be chance.`);
    case "net-win-too-small": {
      const { netWin, needed } = reason;
      return said(`Wins less losses are ${percent(netWin)} of all tasks; ${percent(needed)} are needed.`);
    }
  }
}
