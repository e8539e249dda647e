import { createServer } from "node:http";
import { join } from "node:path";
import { createAddress } from "@/lib/addresses/commands/create-address";
import { deliveryDoor } from "@/lib/api/delivery-door";
import { database } from "@/lib/db/client";
import { aContext } from "@/lib/testing/contexts";
import { aPackage } from "@/lib/testing/packages";
import { runBackend } from "@/lib/testing/servers/git-http-backend";
import type { Check } from "../report-checks";
import { type ClientHome, withHome } from "./client-home";
import { listen, type Served, serveStreams } from "./serve-streams";

const rounds = 5;
/** A clone may take so many times as long as from git's own program. */
const mostTimes = 3;

/** Clones of so many skills, beside git http-backend on a copy of the same repository. */
export async function measureClone(many: number): Promise<Check[]> {
  const context = await aContext(database());
  const names = Array.from({ length: many }, (_, at) => `skill-${String(at).padStart(5, "0")}`);
  const label = "everything";
  for (const name of names) {
    const { skillId, versionId } = await aPackage(context, {
      name,
      body: `${name} says this.\n`.repeat(150),
      files: { "references/more.md": `More of ${name}.\n`.repeat(100), "scripts/run.sh": "echo done\n" },
      publishNote: "First",
    });
    if (versionId === null) throw new Error(`${name} was not published.`);
    await database().label.create({
      data: { workspaceId: context.workspace.id, skillId, name: label, versionId },
    });
  }
  const { gitUrl } = await createAddress(context, { name: "Clones", gives: { kind: "label", label } });
  const served = await serveStreams(deliveryDoor);
  const url = served.origin + new URL(gitUrl).pathname;
  try {
    return await withHome((client) => compare(client, url, many));
  } finally {
    served.close();
    await database().$disconnect();
  }
}

async function compare(client: ClientHome, url: string, many: number): Promise<Check[]> {
  const { home, start } = client;
  const begun = performance.now();
  const first = await start("git", "ls-remote", url, "HEAD");
  const firstMs = performance.now() - begun;
  const mirrored = await start("git", "clone", "--quiet", "--mirror", url, join(home, "desk.git"));
  if (first.code !== 0 || mirrored.code !== 0) throw new Error(first.said + mirrored.said);
  const backend = await serveBackend(home);
  const checks: Check[] = [
    {
      what: `${many} skills: the first question, which makes every commit`,
      holds: true,
      seen: `${firstMs.toFixed(0)} ms`,
    },
  ];
  try {
    for (const options of [[], ["--depth", "1"]]) {
      const ours = await fastest(client, url, options);
      const theirs = await fastest(client, `${backend.origin}/desk.git`, options);
      const times = ours / theirs;
      checks.push({
        what: `${many} skills: git clone ${options.join(" ")}`.trim(),
        holds: times <= mostTimes,
        seen: `${ours.toFixed(0)} ms, git http-backend ${theirs.toFixed(0)} ms: ${times.toFixed(2)} times`,
      });
    }
  } finally {
    backend.close();
  }
  return checks;
}

/** Milliseconds of the fastest of some clones, without writing files out. */
async function fastest(
  { home, start }: ClientHome,
  url: string,
  options: readonly string[],
): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const to = join(home, `clone-${round}-${performance.now()}`);
    const begun = performance.now();
    const { code, said } = await start("git", "clone", "--quiet", "--bare", ...options, url, to);
    if (code !== 0) throw new Error(said);
    best = Math.min(best, performance.now() - begun);
  }
  return best;
}

/** git's own program behind HTTP, as web servers run it. */
const serveBackend = (root: string): Promise<Served> =>
  listen(createServer((incoming, outgoing) => runBackend(root, incoming, outgoing)));
