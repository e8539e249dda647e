// The gates in a row, those that leave a core idle beside the next ones of their group; one test database is under them,
// and one line at the end.
import fs from "node:fs";
import { inProject } from "../paths.mjs";
import { endChild, STOP_SIGNALS } from "../processes.mjs";
import { PlainError, say, secondsSince } from "../progress.mjs";
import { startTestCluster } from "../test-server.mjs";

/** Runs `gates` one after another and prints a line for each, then the sum; resolves to the exit code. */
export async function runGates(gates) {
  fs.mkdirSync(inProject("test-results"), { recursive: true });
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
  const interruptions = [...STOP_SIGNALS, "disconnect"];
  for (const signal of interruptions) process.on(signal, interrupt);

  const total = { passed: 0, failed: 0 };
  let aside = [];
  const ended = async () => {
    await Promise.all(aside);
    aside = [];
  };
  for (const [index, gate] of gates.entries()) {
    if (gate.group !== gates[index - 1]?.group) await ended();
    const running = runGate(gate, onChild).then((result) => {
      total.passed += result.passed;
      total.failed += result.failed;
      return result;
    });
    if (gate.aside) aside.push(running);
    else if ((await running).failed > 0 && gate.needed) break;
  }
  await ended();
  await cleanUp();
  say(`\n${total.passed} passed, ${total.failed} failed`);
  // Leaving the outer process emits "disconnect" here as well: from now on that is no interruption.
  for (const signal of interruptions) process.off(signal, interrupt);
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
