import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { homeOf } from "../faults/faults-while-serving";
import { Installation } from "../faults/installation";
import { print } from "../print-text";
import { readOption } from "../read-option";
import { reportChecks } from "../report-checks";
import { timeWebhooks } from "./time-webhooks";

const usage = `npm run bench -- webhooks [--deliveries 6]

Starts a Greenroom and git's own server, each on loopback. After every push of one more skill the repository's host tells of
it with a signed webhook: until the review of that skill is there, at most 5 seconds.
`;
const mostMs = 5_000;

/** Exits 1 when a review comes late. */
export async function run(options: readonly string[]): Promise<number> {
  if (options.includes("--help")) {
    print(usage);
    return 0;
  }
  const folder = mkdtempSync(join(tmpdir(), "greenroom-webhooks-"));
  // The database runs as another account.
  chmodSync(folder, 0o755);
  const at = await Installation.start(join(folder, "data"), { GREENROOM_ALLOWED_HOSTS: "127.0.0.1" });
  try {
    await at.claim();
    const workspace = { at, home: await homeOf(at) };
    const times = await timeWebhooks(workspace, Number(readOption(options, "deliveries") ?? 6));
    const missed = reportChecks(
      times.map((ms, index) => ({
        what: `delivery ${index + 1}: from the webhook to the review`,
        holds: ms <= mostMs,
        seen: `after ${ms.toFixed(0)} ms, at most ${mostMs}`,
      })),
    );
    return missed === 0 ? 0 : 1;
  } catch (error) {
    console.error(at.said.slice(-4_000));
    throw error;
  } finally {
    await at.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
