// npm test: every gate, then one line that sums them up. `npm test -- --only static,unit` runs some of the groups.
import fs from "node:fs";
import { parseArgs } from "node:util";
import { bootstrap } from "./bootstrap.mjs";
import { inProject } from "./paths.mjs";
import { endChild, STOP_SIGNALS } from "./processes.mjs";
import { explain, PlainError, say, secondsSince } from "./progress.mjs";

/** Groups in the order they run; those of one gate after another, or side by side. */
const GROUPS = ["static", "unit", "e2e"];

try {
  const only = readGroups(process.argv.slice(2));
  await bootstrap(import.meta.url);
  process.exitCode = await runGates(only);
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

async function runGates(groups) {
  fs.mkdirSync(inProject("test-results"), { recursive: true });
  const { gates } = await import("./gates.mjs");
  const { startTestCluster } = await import("./test-server.mjs");
  const children = new Set();
  const onChild = (child) => {
    children.add(child);
    child.once("exit", () => children.delete(child));
  };
  // Held from first to last gate, so that what comes between need not start it again.
  const cluster = await startTestCluster();
  const cleanUp = async () => {
    await Promise.all([...children].map((child) => endChild(child)));
    await cluster.stop();
  };
  const interrupt = async () => {
    await cleanUp();
    process.exit(130);
  };
  for (const signal of [...STOP_SIGNALS, "disconnect"]) process.on(signal, interrupt);

  const total = { passed: 0, failed: 0 };
  for (const gate of gates.filter(
    ({ group, needed }) => groups.includes(group) || (needed && group === "static"),
  )) {
    const result = await runGate(gate, onChild);
    total.passed += result.passed;
    total.failed += result.failed;
    if (gate.needed && result.failed > 0) break;
  }
  await cleanUp();
  say(`\n${total.passed} passed, ${total.failed} failed`);
  process.disconnect?.();
  return total.failed === 0 ? 0 : 1;
}

async function runGate(gate, onChild) {
  const startMs = performance.now();
  let result;
  try {
    result = await gate.run({ onChild });
  } catch (error) {
    result = { passed: 0, failed: 1, output: error instanceof PlainError ? error.message : error.stack };
  }
  const verdict = result.failed > 0 ? "FAILED" : "ok";
  const note = result.note ? ` (${result.note})` : "";
  say(`${verdict.padEnd(6)} ${gate.name}${note}, ${secondsSince(startMs)}`);
  if (result.failed > 0) say(result.output);
  return result;
}
