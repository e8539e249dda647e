import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { withDatabaseModule } from "../database/run-on-database";

const defaultVectors = "../shared/conformance/attack-vectors.json";

/** `--attacks [vectors.json] [--json]`: exit code 1 unless every vector holds. Needs no set-up: a database of its own. */
export async function runAttacks(args: readonly string[]): Promise<number> {
  const given = args[args.indexOf("--attacks") + 1];
  const named = given !== undefined && !given.startsWith("--");
  const path = resolve(named ? given : defaultVectors);
  if (!existsSync(path)) {
    console.log(named ? `There is no ${path}.` : `Skipped: ${defaultVectors} is not here. Name a file.`);
    return named ? 2 : 0;
  }
  return withDatabaseModule<typeof import("./try-vectors")>(
    "/bench/attacks/try-vectors.ts",
    ({ tryVectors }) => tryVectors(path, args.includes("--json")),
  );
}
