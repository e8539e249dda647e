import { describeTask, type EffectReport, nameOfTask, outcomeOfTask } from "./effect-report";
import { gateSuite, type JunitCase, type JunitSuite, writeJunit } from "./write-junit";

/** A suite for each host and a case for each task: what fails with the skill is a failure, what was not measured an error. */
export function reportEffectJunit({ skill, path, repeats, tasks, hosts, gate }: EffectReport): string {
  const asked = new Map(tasks.map((task) => [task.id, task]));
  const suites = hosts.map(
    (host): JunitSuite => ({
      name: `${skill} in ${host.dialect}`,
      cases: host.tasks.map((one): JunitCase => {
        const task = asked.get(one.id);
        const outcome = outcomeOfTask(one, host, repeats);
        const said = describeTask(one, outcome);
        const name = `${nameOfTask(task, one.id)}${task?.golden ? " (golden)" : ""}`;
        const common = { name, file: path, line: task?.line ?? 1 };
        if (outcome === "passed") return { ...common, failure: null };
        if (outcome === "unmeasured" || outcome === "untried")
          return { ...common, failure: null, error: said };
        return { ...common, failure: said };
      }),
    }),
  );
  return writeJunit("greenroom eval", [...suites, gateSuite(skill, path, gate)]);
}
