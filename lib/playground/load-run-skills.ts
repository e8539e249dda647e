import "server-only";
import type { Context } from "@/lib/access/context";
import { loadingHost } from "@/lib/dialects/loads/find-loader";
import { packageCaches } from "@/lib/library/caches/package-caches";
import type { Dialect } from "@/lib/runtime/dialect";
import { loadSkills } from "@/lib/runtime/load-skills";
import { librarySource } from "./adapters/library-source";
import type { RunSkills } from "./resolve-run-skills";

/** A run's skills as the host of its dialect loads them: what it refuses is not offered, and run-started says why. */
export async function loadRunSkills(
  context: Context,
  runSkills: RunSkills,
  dialect: Dialect,
): Promise<RunSkills> {
  const source = librarySource(context, runSkills.packages);
  const setup = { host: loadingHost(dialect), source, cache: packageCaches().loads };
  const { skills, refused } = await loadSkills(setup, runSkills.skills);
  return { ...runSkills, skills, unavailable: [...runSkills.unavailable, ...refused] };
}
