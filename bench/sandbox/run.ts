import { print } from "../print-text";
import { readOption } from "../read-option";
import { reportChecks } from "../report-checks";
import { countScripts } from "./count-scripts";
import { prepareFacts } from "./facts";
import { measureCost, measureCrowd } from "./measure-cost";
import { backends } from "./run-inside";
import { tryToExhaust, tryToReach } from "./try-attempts";

const usage = `npm run bench -- sandbox [--only reach|exhaust|crowd|cost|scripts] [--name WORD] [--scripts 150] [--corpus ARCHIVE]

Attempts to get out of what runs scripts of skills, and to take more than is given, against every backend that can run here.
Each is made outside as well, where it has to succeed. Then what one execution costs over the bare interpreter, a hundred at
once beside plain requests, and what becomes of the scripts of real skills.
`;

/** Exits 1 when something does not hold. */
export async function run(options: readonly string[]): Promise<number> {
  if (options.includes("--help")) {
    print(usage);
    return 0;
  }
  const only = readOption(options, "only");
  const word = readOption(options, "name") ?? "";
  const takes = (name: string): boolean => name.includes(word);
  const wants = (part: string): boolean => only === undefined || only === part;
  const facts = await prepareFacts();
  let missed = 0;
  try {
    for (const backend of backends) {
      print(`${backend.id}: ${backend.about}`);
      if (wants("reach")) missed += reportChecks(await tryToReach(backend, facts, takes));
      if (wants("exhaust")) missed += reportChecks(await tryToExhaust(backend, takes));
      if (wants("cost")) missed += reportChecks(await measureCost(backend));
      if (wants("crowd")) missed += reportChecks(await measureCrowd(backend, 100));
      if (wants("scripts")) {
        const archive = readOption(options, "corpus") ?? "../shared/corpus/open-skills.tar.gz";
        missed += reportChecks(
          await countScripts(backend, archive, Number(readOption(options, "scripts") ?? 150)),
        );
      }
    }
  } finally {
    await facts.end();
  }
  return missed > 0 ? 1 : 0;
}
