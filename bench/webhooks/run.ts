import { homeOf } from "../faults/faults-while-serving";
import { withInstallation } from "../faults/with-installation";
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
  const deliveries = Number(readOption(options, "deliveries") ?? 6);
  const local = { GREENROOM_ALLOWED_HOSTS: "127.0.0.1" };
  const times = await withInstallation("webhooks", local, async ({ at }) =>
    timeWebhooks({ at, home: await homeOf(at) }, deliveries),
  );
  const missed = reportChecks(
    times.map((ms, index) => ({
      what: `delivery ${index + 1}: from the webhook to the review`,
      holds: ms <= mostMs,
      seen: `after ${ms.toFixed(0)} ms, at most ${mostMs}`,
    })),
  );
  return missed === 0 ? 0 : 1;
}
