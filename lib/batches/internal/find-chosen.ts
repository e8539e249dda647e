import "server-only";
import type { Context } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { listSkills } from "@/lib/library/list-skills";
import { mostSkills } from "../batch-options";
import type { ChosenSkills } from "../schema";

/** A skill as it was asked for, and the revision of its draft that the asker has seen. */
export type Chosen = { name: string; seen?: number | undefined };

const pageSize = 200;

/** The skills of one call, in order. UNPROCESSABLE when nothing matches, or more than one call may be about. */
export async function findChosen(context: Context, chosen: ChosenSkills): Promise<Chosen[]> {
  if ("names" in chosen) return chosen.names.map((name) => ({ name, seen: chosen.seen?.[name] }));
  const names = await listMatching(context, chosen);
  if (names.length === 0) throw new AppError("UNPROCESSABLE", "No skill matches. Choose others.");
  return names.map((name) => ({ name }));
}

type Matching = Extract<ChosenSkills, { matching: unknown }>;

async function listMatching(context: Context, { matching, except }: Matching): Promise<string[]> {
  const left = new Set(except);
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listSkills(context, { ...matching, limit: pageSize, ...(cursor ? { cursor } : {}) });
    names.push(...page.items.map(({ name }) => name).filter((name) => !left.has(name)));
    if (names.length > mostSkills)
      throw new AppError(
        "UNPROCESSABLE",
        `${page.total} skills match; at most ${mostSkills} go at once. Narrow the filters.`,
        { details: { total: page.total, most: mostSkills } },
      );
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return names;
}
