import { resolve } from "node:path";
import { homeOf } from "../faults/faults-while-serving";
import type { Installation } from "../faults/installation";
import { withInstallation } from "../faults/with-installation";
import { hosts } from "../hosts/hosts";
import { withNamedFolders } from "../hosts/named-folders";
import { defaultFolder, installPackage } from "../install-package";
import { print } from "../print-text";
import { readOption } from "../read-option";
import { connectModel, makeKey } from "./connect-model";
import {
  median,
  quantile,
  startBarePassThrough,
  startStampingModel,
  type Timing,
  timeRequest,
} from "./measure-wire";
import { tryHost } from "./try-host";
import { tryPassing } from "./try-passing";
import { tryStop } from "./try-stop";

const usage = `npm run bench -- gateway [--requests 40] [--only wire|hosts|stop] [--folder <folder>]

Starts a Greenroom of its own. Times answers through its gateway beside a bare pass-through in the same run, runs the
real hosts against Rehearsal there, looks whether what they send to a model is refused, and stops it in the middle of
an answer.
`;
const mostFirstMs = 10;
/** Below this, and below what the bare pass-through itself varies by, nothing is measured. */
const leastPieceMs = 0.5;
const ownSkills = "bench/hosts/skills";
const wrong = ": NOT AS IT SHOULD BE";

/** Exits 1 when the gateway adds more than it may, or a host does not get its skill. */
export async function run(options: readonly string[]): Promise<number> {
  const option = (name: string) => readOption(options, name);
  if (options.includes("--help")) {
    print(usage);
    return 0;
  }
  return withInstallation("gateway", { GREENROOM_ALLOWED_HOSTS: "127.0.0.1" }, async ({ at, restart }) => {
    const home = await homeOf(at);
    let holds = true;
    const only = (part: string) => (option("only") ?? part) === part;
    if (only("wire")) holds = await measureWire(at, home, Number(option("requests") ?? 40));
    if (only("hosts"))
      holds = (await tryHosts(at, home, resolve(option("folder") ?? defaultFolder()))) && holds;
    if (only("stop")) {
      const stopped = await tryStop(at, { home, restart });
      print(`${stopped.told}${stopped.holds ? "" : wrong}`);
      holds = stopped.holds && holds;
    }
    return holds ? 0 : 1;
  });
}

async function measureWire(at: Installation, home: string, count: number): Promise<boolean> {
  const model = await startStampingModel();
  const bare = await startBarePassThrough(model.base);
  try {
    const endpoint = { name: "Timing", provider: "compatible", baseUrl: `${model.base}/v1` } as const;
    const connection = await connectModel(at, home, endpoint);
    const { address } = await makeKey(at, home, { name: "Timing", model: connection });
    let holds = true;
    const shortest: number[] = [];
    for (let turn = 0; turn < count; turn += 1) shortest.push((await at.ask("/health/live")).seconds * 1000);
    print(`The server's shortest answer takes ${median(shortest).toFixed(2)} ms here and now.`);
    for (const kilobytes of [4, 200, 1_000]) {
      const text = "A word of a history, ".repeat((kilobytes * 1_000) / 21);
      const body = Buffer.from(
        JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content: text }] }),
      );
      const timings: Record<"gateway" | "bare", Timing[]> = { gateway: [], bare: [] };
      // In turns, so that what else the machine does meets both; the first ones warm up.
      for (let turn = -3; turn < count; turn += 1) {
        const through = await timeRequest(`${address}/v1/chat/completions`, body);
        const past = await timeRequest(`${bare.base}/v1/chat/completions`, body);
        if (turn < 0) continue;
        timings.gateway.push(through);
        timings.bare.push(past);
      }
      holds = report(kilobytes, timings) && holds;
    }
    return holds;
  } finally {
    bare.child.disconnect();
    model.close();
  }
}

function report(kilobytes: number, { gateway, bare }: Record<"gateway" | "bare", Timing[]>): boolean {
  const first = (timings: Timing[]) => timings.map(({ firstMs }) => firstMs);
  const piece = (timings: Timing[]) => timings.flatMap(({ piecesMs }) => piecesMs);
  const addedFirst = median(first(gateway)) - median(first(bare));
  const addedPiece = median(piece(gateway)) - median(piece(bare));
  const spread = quantile(piece(bare), 0.75) - quantile(piece(bare), 0.25);
  const holds = addedFirst <= mostFirstMs && addedPiece <= Math.max(leastPieceMs, spread);
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  print(
    `${kilobytes} kB, ${gateway.length} requests each: first byte ${ms(median(first(gateway)))} through the gateway, ` +
      `${ms(median(first(bare)))} bare, added ${ms(addedFirst)} (at most ${mostFirstMs}); a piece ` +
      `${ms(median(piece(gateway)))} and ${ms(median(piece(bare)))}, added ${ms(addedPiece)} ` +
      `(bare varies by ${ms(spread)})${holds ? "" : ": TOO MUCH"}`,
  );
  return holds;
}

async function tryHosts(at: Installation, home: string, folder: string): Promise<boolean> {
  let holds = true;
  await withNamedFolders(resolve(ownSkills), async (skills) => {
    for (const host of hosts) {
      const bin = installPackage(host, folder);
      if (bin === null) continue;
      for (const attempt of [tryHost, tryPassing]) {
        const tried = await attempt(at, { home, host, bin, skills });
        print(`${host.id} ${tried.told}${tried.holds ? "" : wrong}`);
        holds = tried.holds && holds;
      }
    }
  });
  return holds;
}
