import { withServer } from "../database/with-server";
import { print } from "../print-text";
import { readOption } from "../read-option";

const usage = `npm run bench -- evaluations [--only kills|shares] [--kills 20] [--seed 1]

Runs of trigger suites against a slow scripted provider on loopback. What a trial takes of ours beside the model's time, what
a run costs beside what was told, and how long kept trials take; then a run of 300 trials on two servers, of which a random
one is killed with SIGKILL at a random moment, again and again: every trial must end once, and be paid once.
`;

/** Exits 1 when something does not hold. */
export async function run(options: readonly string[]): Promise<number> {
  if (options.includes("--help")) {
    print(usage);
    return 0;
  }
  const kills = Number(readOption(options, "kills") ?? 20);
  const seed = Number(readOption(options, "seed") ?? 1);
  const only = readOption(options, "only") ?? null;
  // The scripted provider listens on this machine.
  Object.assign(process.env, { GREENROOM_ALLOWED_HOSTS: "127.0.0.1" });
  const missed = await withServer<typeof import("./evaluate")>(
    "/bench/evaluations/evaluate.ts",
    ({ evaluate }, server) => evaluate(server, { kills, seed, only }),
  );
  return missed > 0 ? 1 : 0;
}
