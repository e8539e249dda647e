import { execFileSync } from "node:child_process";
import { z } from "zod";
import { homeOf } from "./faults-while-serving";
import { Installation } from "./installation";
import type { Told } from "./outcome";

const conversationsSchema = z.object({ items: z.array(z.object({ id: z.string() })) });

/**
 * A copy of the running folder `original`, served beside it: what one makes the other never sees, and the stop of the
 * copy leaves the original alone.
 */
export async function copyBothWays(original: Installation, to: string): Promise<Told> {
  execFileSync("cp", ["-a", original.data, to]);
  const copy = await Installation.start(to);
  const said = /Removing a postmaster\.pid[^\n]*/.exec(copy.out)?.[0] ?? "nothing was said";
  try {
    copy.takeCookieOf(original);
    const home = await homeOf(original);
    const begin = (at: Installation) => at.ask(`${home}/conversations`, { body: { agent: "release-desk" } });
    const idsOf = async (at: Installation) => {
      const { text } = await at.ask(`${home}/conversations`);
      return conversationsSchema.parse(JSON.parse(text)).items.map(({ id }) => id);
    };
    const made = [await begin(original), await begin(copy)];
    const [inOriginal, inCopy] = [await idsOf(original), await idsOf(copy)];
    const shared = inOriginal.filter((id) => inCopy.includes(id)).length;
    const isApart = made.every(({ status }) => status === 201) && shared === 0 && inOriginal.length === 1;
    await copy.stop();
    const { status } = await original.ask("/health");
    return {
      told: `${inOriginal.length} and ${inCopy.length} conversations, ${shared} shared; the original is ${status} after the copy stopped. ${said}`,
      holds: isApart && inCopy.length === 1 && status === 200,
    };
  } finally {
    await copy.stop();
  }
}
