import { formatCount } from "@/lib/kernel/format-count";
import { sayP } from "@/lib/verdicts/say-verdict-reason";
import {
  describeCost,
  type EffectReport,
  nameOfTask,
  outcomeOfTask,
  type ReportedHost,
  type ReportedTask,
  sayCounts,
  tasksPassedIn,
} from "./effect-report";
import { armWords, effectVerdictWords, sayArm, signedShare } from "./effect-words";
import { gateLines, inCode, inText, joinLines, sayShare, table } from "./markdown-text";

/** A summary for a comment: the verdict of each host with its reasons, the arms, and every task. */
export function reportEffectMarkdown(report: EffectReport): string {
  const { skill, number, agent, model, repeats } = report;
  return joinLines([
    `### Tasks of ${inCode(skill)}: run ${number}`,
    "",
    `Agent ${inCode(agent)}, model ${inCode(model)}. ${formatCount(repeats, "trial")} a task and arm. ${describeCost(report)}.`,
    "",
    ...gateLines(report.gate),
    "",
    ...report.hosts.flatMap((host) => hostLines(report, host, "####")),
  ]);
}

/** `BENCHMARK.md`, to be kept beside a skill: what was measured, how, and how certain it is. */
export function reportEffectBenchmark(report: EffectReport): string {
  const { skill, number, digest, agent, model, path, repeats, tasks } = report;
  return joinLines([
    `# Benchmark of ${inCode(skill)}`,
    "",
    `- Bytes: sha256 ${inCode(digest)}`,
    `- Run ${number}, agent ${inCode(agent)}, model ${inCode(model)}`,
    `- Suite: ${inCode(path)}, ${formatCount(tasks.length, "task")}, ${formatCount(repeats, "trial")} in each arm`,
    `- Cost: ${describeCost(report)}`,
    "",
    "## Does it help?",
    "",
    ...gateLines(report.gate),
    "",
    ...report.hosts.flatMap((host) => hostLines(report, host, "###")),
    "Shares are of tasks, each by the majority of its trials, with 95 % Wilson intervals. Without: the agent without the skill; found: the skill is in the catalogue and the model decides; given: its text is in the prompt. Given less without is what the text is worth, found less given what not being found costs; they add up. Tests are exact and over tasks. Trials that ended by a time limit, a provider's fault or a refusal count in no figure.",
  ]);
}

function hostLines(report: EffectReport, host: ReportedHost, head: string): string[] {
  const tasks = new Map(report.tasks.map((task) => [task.id, task]));
  const name = (id: string) => inCode(nameOfTask(tasks.get(id), id));
  const names = (ids: readonly string[]) => ids.map(name).join(", ");
  return [
    `${head} ${inCode(host.dialect)}: ${effectVerdictWords[host.verdict.word]}`,
    "",
    ...host.verdict.reasons.map(({ text, tasks: ids }) =>
      ids.length === 0 ? `- ${inText(text)}` : `- ${inText(text)} ${names(ids)}`,
    ),
    ...countLines(host),
    ...goldenLines(host, names),
    ...approvedLines(host, names),
    "",
    ...armTable(report, host),
    "",
    ...partTable(host),
    ...leftOutTable(host),
    ...taskTable(report, host, tasks),
    ...idleLines(host, name),
    ...invalidLines(host),
    "",
  ];
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

function countLines({ counts, p, agreement, power }: ReportedHost): string[] {
  const { wins, ties, losses } = counts;
  const chance =
    agreement === null
      ? []
      : [`- A repeat on tasks of the kind says the same with a chance of ${percent(agreement.otherTasks)}.`];
  const more =
    power?.more === undefined || power.more === null || power.more === 0
      ? []
      : [`- ${formatCount(power.more, "task")} more would decide it with a chance of 80 %.`];
  return [
    `- Found against without: ${formatCount(wins, "task")} won, ${ties} the same, ${losses} lost; exact ${sayP(p.greater)}.`,
    ...chance,
    ...more,
  ];
}

function goldenLines({ golden }: ReportedHost, names: (ids: readonly string[]) => string): string[] {
  const { passed, failed, unmeasured } = golden;
  const all = passed.length + failed.length + unmeasured.length;
  if (all === 0) return [];
  return [
    `- Golden tasks: ${passed.length} of ${all} passed.`,
    ...(failed.length > 0 ? [`- Golden tasks failed: ${names(failed)}`] : []),
    ...(unmeasured.length > 0 ? [`- Golden tasks not measured: ${names(unmeasured)}`] : []),
  ];
}

function approvedLines({ approved }: ReportedHost, names: (ids: readonly string[]) => string): string[] {
  if (approved === null) return [];
  const { version, outcome, gained, lost, p } = approved;
  const which = [
    gained.length > 0 ? ` Gained: ${names(gained)}.` : "",
    lost.length > 0 ? ` Lost: ${names(lost)}.` : "",
  ].join("");
  return [`- Against v${version}: ${outcome}, exact ${sayP(p.twoSided)}.${which}`];
}

const armTable = ({ repeats }: EffectReport, host: ReportedHost): string[] =>
  table(
    ["Arm", "Tasks that pass", "Trials that pass", "Invalid trials"],
    host.arms.map((arm) => [
      arm.leftOut === null ? armWords[arm.arm] : `Without ${inCode(arm.leftOut)}`,
      sayShare(tasksPassedIn(host, arm, repeats)),
      arm.valid === 0 ? "none" : `${arm.passed} of ${arm.valid}`,
      `${arm.invalid}`,
    ]),
  );

function partTable({ overall, parts }: ReportedHost): string[] {
  if (overall === null) return ["No task was measured in all three arms.", ""];
  const rows = [
    ["Its text (given less without)", overall.worth, parts.worth],
    ["Being found (found less given)", overall.finding, parts.finding],
    ["Together (found less without)", overall.total, parts.total],
  ] as const;
  return [
    ...table(
      ["Part", "Mean over tasks", "Tasks up", "Tasks down", "Exact"],
      rows.map(([name, value, { up, down, p }]) => [name, signedShare(value), `${up}`, `${down}`, sayP(p)]),
    ),
    "",
  ];
}

function leftOutTable({ leftOut }: ReportedHost): string[] {
  if (leftOut.length === 0) return [];
  return [
    ...table(
      ["Given without", "Effect", "Tasks worse", "Tasks better", "Exact"],
      leftOut.map(({ path, effect, worse, better, p }) => [
        inCode(path),
        effect === null ? "not measured" : signedShare(effect),
        `${worse.length}`,
        `${better.length}`,
        sayP(p),
      ]),
    ),
    "",
  ];
}

const outcomeWords = {
  "golden-failed": "golden, failed",
  lost: "lost",
  failed: "fails",
  unmeasured: "not measured",
  untried: "not tried",
  passed: "passes",
} as const;

function taskTable(
  { repeats }: EffectReport,
  host: ReportedHost,
  tasks: ReadonlyMap<string, ReportedTask>,
): string[] {
  return table(
    [
      "Task",
      ...host.arms.map((arm) => (arm.leftOut === null ? sayArm(arm) : `Without ${inCode(arm.leftOut)}`)),
      "With the skill",
    ],
    host.tasks.map((one) => {
      const task = tasks.get(one.id);
      return [
        `${inCode(nameOfTask(task, one.id))}${task?.golden ? " (golden)" : ""}`,
        ...one.arms.map(sayCounts),
        outcomeWords[outcomeOfTask(one, host, repeats)],
      ];
    }),
  );
}

function idleLines({ graders }: ReportedHost, name: (id: string) => string): string[] {
  const idle = graders.flatMap(({ task, kind, idle: why }) =>
    why === null ? [] : [`- ${name(task)}, ${inCode(kind)}: ${inCode(why.message)}`],
  );
  return idle.length === 0 ? [] : ["", "Graders that say nothing about the skill:", "", ...idle];
}

function invalidLines({ invalid }: ReportedHost): string[] {
  if (invalid.length === 0) return [];
  return [
    "",
    "Trials that count in no figure:",
    "",
    ...invalid.map(
      ({ arm, why, trials, message }) =>
        `- ${armWords[arm]}: ${formatCount(trials, "trial")}, ${inText(why)}${message === "" ? "" : `, such as ${inCode(message)}`}`,
    ),
  ];
}
