import { join, resolve } from "node:path";
import { withDatabaseModule } from "../database/run-on-database";
import { defaultFolder, installPackage } from "../install-package";
import { print } from "../print-text";
import { readOption } from "../read-option";
import { reportChecks } from "../report-checks";
import { findReaders } from "../skill-readers";
import type { SkillsClient } from "./try-skills-cli";

const usage = `npm run bench -- delivery-clients [--folder <folder>]

Gives skills out at a secret address on loopback, on a database of its own, to the clients themselves, each with a home
of its own: what they install, list, update, and what they get once the address is revoked. The reference validator and
@google/adk read what was installed.

  --folder   where the clients are installed; GREENROOM_HOSTS_DIR, or a folder of the user's cache
`;

/** Version 1.7 needs Node 22.20; on an older Node npm still chooses 1.5. They read the same index. */
const versions = ["1.5.18", "1.7.4"] as const;

/** Exits 1 when a client does not get what was published; 0 with a message where npm cannot be reached. */
export async function run(options: readonly string[]): Promise<number> {
  if (options.includes("--help")) {
    print(usage);
    return 0;
  }
  const folder = resolve(readOption(options, "folder") ?? defaultFolder());
  const clients = versions.flatMap((version): SkillsClient[] => {
    const bin = installPackage({ id: "skills", package: "skills", version }, folder);
    return bin === null ? [] : [{ version, program: join(bin, "..", "skills", "bin", "cli.mjs") }];
  });
  if (clients.length === 0) return 0;
  return withDatabaseModule<typeof import("./try-skills-cli")>(
    "/bench/delivery-clients/try-skills-cli.ts",
    async ({ trySkillsCli }) => {
      return reportChecks(await trySkillsCli(clients, findReaders(folder))) > 0 ? 1 : 0;
    },
  );
}
