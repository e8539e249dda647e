import type { ExecutionBackend } from "@/lib/execution/ports";
import type { Check } from "../report-checks";
import { exhaustionAttempts } from "./exhaustion-attempts";
import type { Facts } from "./facts";
import { reachAttempts } from "./reach-attempts";
import { runInside } from "./run-inside";
import { runOutside } from "./run-outside";

/** Short, so that what never ends is soon ended; ample for what ends by itself. */
const exhaustionLimits = { wallMs: 6_000, cpuSeconds: 6, memoryMiB: 640, outputBytes: 64 * 1024 };
/** Until a process that is over its memory is seen and gone. */
const memorySlack = 1.6;
const endSlackMs = 4_000;

type Filter = (name: string) => boolean;

/** Each attempt inside, and outside to see that it would get there. */
export async function tryToReach(backend: ExecutionBackend, facts: Facts, takes: Filter): Promise<Check[]> {
  const checks: Check[] = [];
  for (const { name, command, control = command, reached } of reachAttempts) {
    if (!takes(name)) continue;
    facts.reset(name);
    const outside = await runOutside(control(facts), { seconds: 20, bytes: 4_000_000 });
    const wouldReach = reached(outside.said, facts, name);
    facts.reset(name);
    const inside = await runInside(backend, command(facts));
    const said = `${inside.stdout.text}\n${inside.stderr.text}`;
    const escaped = reached(said, facts, name);
    const seen = [
      wouldReach ? "reached outside" : `CONTROL FAILED: ${outside.said.slice(-120).trim()}`,
      escaped ? "ESCAPED" : `held (${inside.end}${inside.exitCode === null ? "" : ` ${inside.exitCode}`})`,
    ];
    checks.push({
      what: `${backend.id}: ${name}`,
      holds: wouldReach && !escaped && inside.left === 0 && inside.end !== "crashed",
      seen: seen.join(", "),
    });
  }
  return checks;
}

export async function tryToExhaust(backend: ExecutionBackend, takes: Filter): Promise<Check[]> {
  const checks: Check[] = [];
  for (const { name, command, control = command } of exhaustionAttempts) {
    if (!takes(name)) continue;
    const outside = await runOutside(control.replace(/^node /, `${process.execPath} `), {
      seconds: 2,
      bytes: 8_000_000,
    });
    const inside = await runInside(backend, command, { limits: exhaustionLimits });
    const isBounded =
      inside.tookMs < exhaustionLimits.wallMs + endSlackMs &&
      inside.peakMiB < exhaustionLimits.memoryMiB * memorySlack &&
      inside.stdout.text.length <= exhaustionLimits.outputBytes &&
      inside.left === 0;
    checks.push({
      what: `${backend.id}: ${name}`,
      holds: outside.wasEnded && isBounded,
      seen: [
        outside.wasEnded ? "had to be ended outside" : `CONTROL FAILED: ${outside.said.slice(-120).trim()}`,
        `${isBounded ? "bounded" : "NOT BOUNDED"}: ${inside.end}${inside.exitCode === null ? "" : ` ${inside.exitCode}`}`,
        `${(inside.tookMs / 1_000).toFixed(1)} s, ${Math.round(inside.peakMiB)} MiB, ${inside.stdout.bytes} bytes`,
      ].join(", "),
    });
  }
  return checks;
}
