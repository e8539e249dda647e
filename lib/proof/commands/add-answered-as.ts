import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { toStorable } from "@/lib/kernel/to-storable";

/** Of names that a provider makes up. */
const most = { names: 10, characters: 200 } as const;

/** Notes what the model of a run called itself, each name once; of very many the first. */
export async function addAnsweredAs(
  { db }: DatabaseContext,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const kept = toStorable(name.slice(0, most.characters));
  await db.$executeRaw`
    UPDATE "SuiteRun" SET "answeredAs" = array_append("answeredAs", ${kept})
    WHERE id = ${id}::uuid AND NOT (${kept} = ANY("answeredAs")) AND cardinality("answeredAs") < ${most.names}::int`;
}
