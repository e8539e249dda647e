import { database } from "@/lib/db/client";
import { aContext } from "@/lib/testing/contexts";
import type { Figure } from "./figures";
import { furnish } from "./furnish";
import { measureManyRuns } from "./measure-many-runs";
import { measureSkills } from "./measure-skills";
import { measureStreaming } from "./measure-streaming";

/** All figures of the runtime on a real database, in this process. */
export async function measure(): Promise<Figure[]> {
  const context = await aContext(database());
  const room = await furnish(context);
  const figures = [
    ...(await measureSkills(room)),
    ...(await measureStreaming(room)),
    ...(await measureManyRuns(room)),
  ];
  await database().$disconnect();
  return figures;
}
