import { withServer } from "../database/with-server";
import { print } from "../print-text";
import { readOption } from "../read-option";
import { measureRatios } from "./measure-ratios";
import { tryTwoServers } from "./two-servers";

const usage = `npm run bench -- delivery [--only ratios|servers] [--skills 100] [--rounds 5] [--window 500]

What a server gives out, from cache, beside its answer to a request that needs nothing, 8 requests at a time in the same
run: the manifest of so many skills, the well-known index, an archive, a git fetch, and each when it is unchanged. Then
two servers on one database: what one is told is what the other gives within a second, and a client that was cut off by
the death of one goes on with the other.
`;
/** Two for each request that is under way: a key and an address may ask only so often each. */
const machines = 16;

/** Exits 1 when something is too slow beside the no-op. */
export async function run(options: readonly string[]): Promise<number> {
  const option = (name: string) => readOption(options, name);
  if (options.includes("--help")) {
    print(usage);
    return 0;
  }
  const skills = Number(option("skills") ?? 100);
  const rounds = Number(option("rounds") ?? 5);
  const windowMs = Number(option("window") ?? 500);
  const only = option("only");
  let missed = 0;
  if (only !== "servers")
    missed += await withServer<typeof import("./furnish-delivery")>(
      "/bench/delivery/furnish-delivery.ts",
      async ({ furnishDelivery }, { baseUrl }) => {
        const given = await furnishDelivery(skills, machines);
        print(`${skills} skills, ${rounds} rounds of ${windowMs} ms, 8 requests in flight.`);
        return measureRatios(baseUrl, given, { rounds, windowMs });
      },
    );
  if (only !== "ratios")
    missed += await withServer<typeof import("./furnish-servers")>(
      "/bench/delivery/furnish-servers.ts",
      async ({ furnishServers }, server) => tryTwoServers(server, await furnishServers()),
    );
  return missed > 0 ? 1 : 0;
}
