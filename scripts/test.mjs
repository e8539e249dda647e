// npm test: every gate, then one line that sums them up. `npm test -- --only static,unit` runs some of the groups.
import { parseArgs } from "node:util";
import { bootstrap } from "./bootstrap.mjs";
import { explain, PlainError } from "./progress.mjs";

/** Groups in the order they run; those of one gate after another, or side by side. */
const GROUPS = ["static", "unit", "e2e"];

try {
  const only = readGroups(process.argv.slice(2));
  await bootstrap(import.meta.url);
  const { gates } = await import("./gates/gates.mjs");
  const { runGates } = await import("./gates/run-gates.mjs");
  process.exitCode = await runGates(
    gates.filter(({ group, needed }) => only.includes(group) || (needed && group === "static")),
  );
} catch (error) {
  explain(error);
  process.exitCode = 1;
}

function readGroups(argv) {
  try {
    const { values } = parseArgs({ args: argv, options: { only: { type: "string" } } });
    const groups = values.only?.split(",") ?? GROUPS;
    const unknown = groups.find((group) => !GROUPS.includes(group));
    if (unknown) throw new Error(`there is no group "${unknown}"`);
    return groups;
  } catch (error) {
    throw new PlainError(
      `${error.message.split("\n")[0]}; the one option is --only with ${GROUPS.join(", ")}`,
    );
  }
}
