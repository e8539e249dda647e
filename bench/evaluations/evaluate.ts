import { database } from "@/lib/db/client";
import type { TestServer } from "../../scripts/test-server.mjs";
import { randomFrom } from "../format/generate-skills";
import { reportChecks } from "../report-checks";
import { keepToCap, killServers } from "./kill-servers";
import { measureKept, measureOwnShare } from "./measure-shares";
import { furnish } from "./room";

export type Wanted = { kills: number; seed: number; only: string | null };

/** All that is promised of runs of suites, on a database of their own and real servers. How many checks do not hold. */
export async function evaluate(server: TestServer, { kills, seed, only }: Wanted): Promise<number> {
  const random = randomFrom(seed);
  const room = await furnish([100, 200, 300, 1_000], random);
  let missed = 0;
  try {
    if (only !== "kills") {
      // Servers would take the trials whose time is measured here.
      await server.kill();
      missed += reportChecks([await measureOwnShare(room, 100), ...(await measureKept(room, 1_000))]);
      await server.start();
    }
    if (only !== "shares") {
      const killed = await killServers(room, server, { kills, random });
      missed += reportChecks([...killed, await keepToCap(room)]);
    }
  } finally {
    await room.provider.close();
    await database().$disconnect();
  }
  return missed;
}
