import { formatCount } from "@/lib/kernel/format-count";
import type { TaskCounts } from "@/lib/statistics/improvement-rule";
import { verdictLimits } from "@/lib/statistics/improvement-rule";
import type { JudgedFinding, JudgedTasks } from "./judge-radar";
import { sayP } from "./say-verdict-reason";

const fifth = `${verdictLimits.leastNetWin * 100} %`;

/** Why the tasks say what they say, in one sentence or two; the counts are found against without, of the measured tasks. */
export function sayTasksOnModel(judged: JudgedTasks, { wins, ties, losses }: TaskCounts): string {
  const { passedWithout, spared, change, more } = judged;
  const tasks = wins + ties + losses;
  const fall = `Of ${formatCount(tasks, "task")} ${wins} won by the skill, ${losses} lost`;
  const without = `${passedWithout} of ${tasks} pass without it`;
  switch (judged.why) {
    case "worse":
      return `${fall}: with it the model does worse, or a golden task fails.`;
    case "improved":
      return `${fall}: it improves what the model does.`;
    case "improved-more":
      return `${fall}. Against the earlier model ${change?.gained.length ?? 0} more are won by it and ${change?.lost.length ?? 0} no longer, exact ${sayP(change?.test.greater ?? 1)}.`;
    case "spared":
      return `${without}, ${wins} won by it. That it wins ${fifth} of tasks or more is ruled out (exact ${sayP(spared.noWin)}), and more than half pass without it (exact ${sayP(spared.passes)}).`;
    case "golden-needs-it":
      return `${without}, but a golden task passes only with it.`;
    case "fails-without":
      return `${fall}, and only ${without}: it is not needed for them, and they are not solved without it.`;
    case "no-tasks-help":
      return `${fall}; ${without}. It does too little to be needed and too much to be spared; more tasks of this kind would hardly decide it.`;
    case "invalid-measurement":
      return "Too many trials count for nothing: the run is an invalid measurement.";
    case "too-few-tasks":
      return more?.towards === "needed"
        ? `${fall}. Too few tasks to say: ${formatCount(more.tasks, "task")} more that fall like these show it as needed with a chance of 80 %.`
        : `${without}, ${wins} won by it. Too few tasks to say: ${formatCount(more?.tasks ?? 0, "task")} more that pass without it show that it is unnecessary.`;
  }
}

/** The same of the messages that ask for the skill. */
export function sayFindingOnModel({ why, change, more }: JudgedFinding): string {
  switch (why) {
    case "compared":
      return `Of the messages that ask for it ${change?.gained.length ?? 0} find it now and did not before, ${change?.lost.length ?? 0} no longer: exact ${sayP(Math.min(change?.test.greater ?? 1, change?.test.less ?? 1))}.`;
    case "no-earlier-run":
      return "No run of an earlier model on these bytes to compare with.";
    case "too-few-cases":
      return `Too few messages to judge: ${more} more.`;
    case "invalid-measurement":
      return "The run is an invalid measurement: nothing fired at all, or too much counts for nothing.";
  }
}
