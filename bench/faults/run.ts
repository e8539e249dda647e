import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyBothWays } from "./copied-folder";
import { faultsAtStart, onSmallDisk } from "./faults-at-start";
import { faultsWhileServing, fillDisk, stopWithStreams } from "./faults-while-serving";
import { Installation } from "./installation";
import { drill, type Outcome } from "./outcome";

/**
 * `npm run bench -- faults [--json]`: each fault against a real `npm start` on a data folder of its own, with what the
 * operator or the caller is told. Exits 1 when one does not come to what is promised. Needs the build, and makes it.
 */
export async function run(options: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "greenroom-faults-"));
  chmodSync(folder, 0o755);
  const isJson = options.includes("--json");
  const outcomes: Outcome[] = [];
  const note = (...more: Outcome[]) => {
    outcomes.push(...more);
    if (!isJson) for (const outcome of more) print(outcome);
  };
  const main = join(folder, "main");
  try {
    const first = await Installation.start(main);
    await first.claim();
    note(...(await faultsWhileServing(first)));
    note(
      await drill("copied folder", "neither uses the other's database", () =>
        copyBothWays(first, join(folder, "hot")),
      ),
    );
    note(
      await drill("400 streams and a run: SIGTERM", "under 2 s, no stream broken off", () =>
        stopWithStreams(first),
      ),
    );
    execFileSync("rm", ["-rf", join(folder, "hot")]);
    note(...(await faultsAtStart(main, folder)));
    note(
      await onSmallDisk("full disk while it serves", main, folder, async (disk) => {
        const at = await Installation.start(disk);
        try {
          at.takeCookieOf(first);
          return await fillDisk(at);
        } finally {
          await at.stop();
        }
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (isJson) console.log(JSON.stringify(outcomes, null, 2));
  return outcomes.every(({ holds }) => holds !== false) ? 0 : 1;
}

function print({ fault, promised, told, seconds, holds }: Outcome): void {
  const verdict = holds === null ? "left" : holds ? "ok  " : "FAIL";
  console.log(`${verdict} ${fault.padEnd(34)} ${`${seconds.toFixed(1)} s`.padStart(8)}   ${promised}`);
  console.log(`     ${told}`);
}
