import {
  describeTask,
  type EffectReport,
  nameOfTask,
  outcomeOfTask,
  type ReportedHost,
  type ReportedTask,
  type TaskOutcome,
} from "./effect-report";
import { effectVerdictWords } from "./effect-words";
import { type SarifResult, type SarifRules, writeSarif } from "./write-sarif";

const rules = {
  "golden-failed": { level: "error", text: "A task that has to pass failed with the skill." },
  lost: { level: "error", text: "A task passes without the skill and fails with it." },
  failed: { level: "warning", text: "A task failed with the skill." },
  unmeasured: { level: "note", text: "The task was not measured; it counts in no figure." },
  untried: { level: "note", text: "The task was not tried." },
  "idle-grader": { level: "note", text: "A grader says nothing about what the skill is worth." },
} as const satisfies SarifRules<Exclude<TaskOutcome, "passed"> | "idle-grader">;
type Result = SarifResult<keyof typeof rules>;

/** SARIF 2.1.0: a result for each task and host that does not pass, and each idle grader, at the line of the task. */
export function reportEffectSarif({ skill, path, repeats, tasks, hosts, gate }: EffectReport): string {
  const asked = new Map(tasks.map((task) => [task.id, task]));
  const results = hosts.flatMap((host) => [
    ...taskResults(host, { asked, path, repeats }),
    ...idleResults(host, { asked, path }),
  ]);
  return writeSarif({
    rules,
    results,
    run: `effect/${skill}`,
    gate,
    notes: hosts.map(({ dialect, verdict: { word, reasons } }) => ({
      level: word === "improved" || word === "not-shown" ? "note" : "warning",
      message: [
        `${skill} in ${dialect}: ${effectVerdictWords[word]}.`,
        ...reasons.map(({ text }) => text),
      ].join(" "),
    })),
  });
}

type Asked = { asked: ReadonlyMap<string, ReportedTask>; path: string };

const taskResults = (host: ReportedHost, { asked, path, repeats }: Asked & { repeats: number }): Result[] =>
  host.tasks.flatMap((one): Result[] => {
    const outcome = outcomeOfTask(one, host, repeats);
    if (outcome === "passed") return [];
    const task = asked.get(one.id);
    return [
      {
        rule: outcome,
        message: `“${nameOfTask(task, one.id)}” in ${host.dialect}. ${describeTask(one, outcome)}`,
        path,
        line: task?.line ?? 1,
        fingerprint: `${one.id}/${host.dialect}`,
      },
    ];
  });

const idleResults = ({ dialect, graders }: ReportedHost, { asked, path }: Asked): Result[] =>
  graders.flatMap(({ task: id, grader, kind, idle }): Result[] => {
    if (idle === null) return [];
    const task = asked.get(id);
    return [
      {
        rule: "idle-grader",
        message: `“${nameOfTask(task, id)}” in ${dialect}, grader ${grader + 1} (${kind}). ${idle.message}`,
        path,
        line: task?.line ?? 1,
        fingerprint: `${id}/${grader}/${dialect}`,
      },
    ];
  });
