import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { freeMeter } from "@/lib/models/free-meter";
import { openProvider } from "@/lib/models/open-provider";
import { sha256 } from "@/lib/platform/crypto";
import { executeRun } from "@/lib/playground/execute-run";
import type { RunLog } from "@/lib/sessions/adapters/run-log";
import { listEvents } from "@/lib/sessions/queries";
import { startModelServer } from "@/lib/testing/servers/model-server";
import { countTokens } from "@/lib/tokens/count-tokens";
import type { Figure } from "./figures";
import type { Room } from "./furnish";
import { aStoredRun, sessionOf, setupOf } from "./open-session";

const runs = 50;
const words = Array.from({ length: 120 }, (_, index) => `word${index} `);

/** Fifty runs at once on this server: none may lose an event or see one out of order. */
export async function measureManyRuns(room: Room): Promise<Figure[]> {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  const server = await startModelServer("openai", [{ kind: "answer", text: words, pauseMs: 5 }]);
  try {
    const opened = [];
    for (let index = 0; index < runs; index += 1) opened.push(await aStoredRun(room));
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    const startedAt = performance.now();
    const going = opened.map(({ log }) => aRun(room, log, server.baseUrl));
    await new Promise((resolve) => setTimeout(resolve, 300));
    collectGarbage();
    const held = (process.memoryUsage().heapUsed - before) / runs;
    await Promise.all(going);
    const seconds = (performance.now() - startedAt) / 1000;
    const faults = await Promise.all(
      opened.map(({ conversation, log }) => faultsOf(room, conversation, log)),
    );
    const total = faults.reduce((sum, count) => sum + count, 0);
    return [
      {
        what: `${runs} runs at once (${seconds.toFixed(1)} s): lost or reordered events`,
        value: String(total),
        limit: "none",
        holds: total === 0,
      },
      { what: "memory of an open run", value: `${(held / 1024).toFixed(0)} KB`, limit: "", holds: null },
    ];
  } finally {
    await server.close();
  }
}

async function aRun(room: Room, log: RunLog, baseUrl: string): Promise<void> {
  const setup = await setupOf(room);
  await executeRun({
    log,
    session: sessionOf(setup, log),
    message: "Help",
    runId: log.place.runId,
    model: openProvider(
      { provider: "compatible", baseUrl, modelId: "scripted", key: null },
      globalThis.fetch,
    ),
    meter: freeMeter,
    maxOutputTokens: null,
    countedByProvider: true,
    countTokens,
    sha256,
    clock: () => performance.now(),
    signal: new AbortController().signal,
  });
}

/** Of what is stored and of what the run itself remembers: gaps, wrong order, words that are missing. */
async function faultsOf(room: Room, conversation: string, log: RunLog): Promise<number> {
  const { items } = await listEvents(room.context, { conversation });
  const text = items.flatMap((event) => (event.type === "text" ? [event.payload.text] : [])).join("");
  const inOrder = items.filter((event, index) => event.seq !== index + 1).length;
  const remembered = JSON.stringify(log.events().map(({ seq }) => seq));
  const stored = JSON.stringify(items.map(({ seq }) => seq));
  const finished = items.filter(({ type }) => type === "run-finished").length;
  return (
    inOrder + (text === words.join("") ? 0 : 1) + (remembered === stored ? 0 : 1) + (finished === 1 ? 0 : 1)
  );
}
