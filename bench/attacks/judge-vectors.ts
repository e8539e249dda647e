import { appChecks } from "./app-checks";
import { archiveChecks } from "./archive-checks";
import { contentChecks } from "./content-checks";
import { frontmatterChecks } from "./frontmatter-checks";
import { networkChecks } from "./network-checks";
import { promptChecks } from "./prompt-checks";
import { unicodeChecks } from "./unicode-checks";
import type { AttackCheck, Problems, Room, Vector } from "./vector";

const checks: readonly AttackCheck[] = [
  ...frontmatterChecks,
  ...unicodeChecks,
  ...archiveChecks,
  ...promptChecks,
  ...networkChecks,
  ...contentChecks,
  ...appChecks,
];

/** `checks`: how many were run of it; none means that nothing here knows how to try it, which is no pass. */
export type Judgement = { id: string; category: string; checks: number; problems: string[]; notes: string[] };

export const held = ({ checks: run, problems }: Judgement): boolean => run > 0 && problems.length === 0;

/** Tries every vector with each check that its own words call for. What a check throws is a problem. */
export async function judgeVectors(
  vectors: readonly Vector[],
  room: Room,
  known: readonly AttackCheck[] = checks,
): Promise<Judgement[]> {
  const judged: Judgement[] = [];
  for (const vector of vectors) {
    const fitting = known.filter(
      (check) => check.category.test(vector.category) && check.about.test(vector.vector),
    );
    const tried: { problems: readonly string[]; note: string | undefined }[] = [];
    for (const check of fitting) {
      const problems = await tryOut(check, vector, room);
      if (problems !== null) tried.push({ problems, note: check.note });
    }
    judged.push({
      id: vector.id,
      category: vector.category,
      checks: tried.length,
      problems: [...new Set(tried.flatMap(({ problems }) => problems))],
      notes: tried.flatMap(({ note }) => note ?? []),
    });
  }
  return judged;
}

async function tryOut(check: AttackCheck, vector: Vector, room: Room): Promise<Problems | null> {
  try {
    return await check.run(vector, room);
  } catch (error) {
    return [`the check broke: ${error instanceof Error ? error.message : String(error)}`];
  }
}
