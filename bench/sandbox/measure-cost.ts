import { createServer, get } from "node:http";
import type { ExecutionBackend } from "@/lib/execution/ports";
import { runExecution } from "@/lib/execution/run-execution";
import { aRequest } from "@/lib/testing/sessions/executions";
import type { Check } from "../report-checks";
import { median } from "../runtime/figures";
import { runInside } from "./run-inside";
import { runOutside } from "./run-outside";

const rounds = 7;
const mostOverMs = 300;

const languages = [
  { name: "shell", command: "echo hi", bare: "bash -c 'echo hi'" },
  { name: "python", command: "python3 -c 'print(1)'", bare: "python3 -c 'print(1)'" },
  {
    name: "javascript",
    command: "node -e 'console.log(1)'",
    bare: `${process.execPath} -e 'console.log(1)'`,
  },
] as const;

/** What one execution takes over the bare interpreter. */
export async function measureCost(backend: ExecutionBackend): Promise<Check[]> {
  const checks: Check[] = [];
  for (const { name, command, bare } of languages) {
    const inside: number[] = [];
    const outside: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      inside.push((await runInside(backend, command)).tookMs);
      const startedAt = performance.now();
      await runOutside(bare, { seconds: 20, bytes: 1_000 });
      outside.push(performance.now() - startedAt);
    }
    const over = median(inside) - median(outside);
    checks.push({
      what: `${backend.id}: one ${name} execution over the bare one`,
      holds: over <= mostOverMs,
      seen: `${Math.round(over)} ms (${Math.round(median(inside))} beside ${Math.round(median(outside))}; limit ${mostOverMs})`,
    });
  }
  return checks;
}

/** A hundred at once, while plain requests go to the process that starts them. */
export async function measureCrowd(backend: ExecutionBackend, count: number): Promise<Check[]> {
  const server = createServer((_, response) => response.end("ok"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  const calm = await askFor(url, () => false, 400);
  let over = false;
  const ends = Promise.all(
    Array.from({ length: count }, (_, at) =>
      runExecution(aRequest(`echo ${at}; seq 1 2000 | sort -r | head -1`, { limits: { wallMs: 20_000 } }), {
        backend,
        workspaceId: `workspace-${at % 5}`,
        signal: new AbortController().signal,
        tell: () => {},
      }),
    ),
  ).finally(() => {
    over = true;
  });
  const busy = await askFor(url, () => over, 100_000);
  const results = await ends;
  server.closeAllConnections();
  server.close();
  const ended = results.filter(({ end }) => end === "exited").length;
  const told = results.filter(({ end }) => end === "busy").length;
  const ratio = p99(busy) / Math.max(p99(calm), 1);
  return [
    {
      what: `${backend.id}: ${count} at once all end or are told to wait`,
      holds: ended + told === count && ended > 0,
      seen: `${ended} ran, ${told} were told that too many wait`,
    },
    {
      what: `${backend.id}: p99 of a plain request meanwhile`,
      holds: ratio <= 2 || p99(busy) < 20,
      seen: `${p99(calm).toFixed(1)} ms before, ${p99(busy).toFixed(1)} ms meanwhile (${ratio.toFixed(1)} x; ${busy.length} requests)`,
    },
  ];
}

const p99 = (times: readonly number[]): number =>
  times.toSorted((left, right) => left - right)[Math.floor(times.length * 0.99)] ?? 0;

async function askFor(url: string, isOver: () => boolean, most: number): Promise<number[]> {
  const times: number[] = [];
  while (!isOver() && times.length < most) {
    const startedAt = performance.now();
    await new Promise<void>((resolve, reject) => {
      get(url, (response) => response.resume().once("end", resolve)).once("error", reject);
    });
    times.push(performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return times;
}
