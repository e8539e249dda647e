import { join, resolve } from "node:path";
import { withDatabaseModule } from "../database/run-on-database";
import { defaultFolder, installPackage } from "../install-package";
import { print } from "../print-text";
import { readOption } from "../read-option";
import { reportChecks } from "../report-checks";
import { findReaders } from "../skill-readers";
import type { GitClient } from "./try-git-clients";

const usage = `npm run bench -- git-clients [--only clients|clone] [--skills 1000] [--folder <folder>]

Gives skills out at a git address on loopback, on a database of its own: to git, Claude Code, Codex and skills, each
with a home of its own (added, installed, updated after a publication and a withdrawal), then as many skills to git
clone, beside git http-backend on the same repository. The reference validator and @google/adk read what each client got.

  --folder   where the clients are installed; GREENROOM_HOSTS_DIR, or a folder of the user's cache
`;

const packages = [
  { id: "claude-code", package: "@anthropic-ai/claude-code", version: "2.1.330", bin: "claude" },
  { id: "codex", package: "@openai/codex", version: "0.169.0", bin: "codex" },
  { id: "skills", package: "skills", version: "1.5.18", bin: "skills" },
  { id: "skills", package: "skills", version: "1.7.4", bin: "skills" },
] as const;

/** Exits 1 when a client does not get what was published or a clone takes too long. */
export async function run(options: readonly string[]): Promise<number> {
  const option = (name: string) => readOption(options, name);
  if (options.includes("--help")) {
    print(usage);
    return 0;
  }
  const folder = resolve(option("folder") ?? defaultFolder());
  let failed = 0;
  if (option("only") !== "clone") failed += await tryClients(folder);
  if (option("only") !== "clients")
    failed += await withDatabaseModule<typeof import("./measure-clone")>(
      "/bench/git-clients/measure-clone.ts",
      async ({ measureClone }) => reportChecks(await measureClone(Number(option("skills") ?? 1_000))),
    );
  return failed > 0 ? 1 : 0;
}

function tryClients(folder: string): Promise<number> {
  const clients = packages.flatMap(({ bin, ...wanted }): GitClient[] => {
    const at = installPackage(wanted, folder);
    return at === null ? [] : [{ name: bin, version: wanted.version, program: join(at, bin) }];
  });
  return withDatabaseModule<typeof import("./try-git-clients")>(
    "/bench/git-clients/try-git-clients.ts",
    async ({ tryGitClients }) => reportChecks(await tryGitClients(clients, findReaders(folder))),
  );
}
