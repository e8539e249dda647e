import { readFileSync } from "node:fs";
import { z } from "zod";
import { dialectFolder, runDialect } from "@/lib/hosts/run-dialect";
import { type Shape, shapeOf } from "@/lib/hosts/shape";
import type { RawCall } from "@/lib/hosts/with-folder";
import { sha256 } from "@/lib/platform/crypto";
import { countTokens } from "@/lib/tokens/count-tokens";
import { readSkillFolder, type SkillFolder, takeLoaded } from "./folder-source";
import { rawCallSchema } from "./hosts";
import type { LibraryHost } from "./library-hosts";
import { contextOf } from "./measure-host";
import { runLibrary } from "./run-library";

const message = "Write release notes: search is faster";
const callsSchema = z.record(z.string(), z.array(rawCallSchema));

/** The calls of a script for this host; both releases of ADK are asked the same. */
export function readLibraryCalls(path: string, { id }: LibraryHost): RawCall[] {
  const calls = callsSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  return calls[id] ?? calls[id.replace(/-2$/, "")] ?? [];
}

export type LibraryScenario = { folder: string; calls: readonly RawCall[] };

/** What the library itself gives. */
export function libraryShape(host: LibraryHost, sources: string, { folder, calls }: LibraryScenario): Shape {
  const seen = runLibrary(host, { sources, skills: folder, calls, message });
  return toShape(host, seen, readSkillFolder(folder), calls, [["{skills}", folder]]);
}

/** What the dialect gives for the same. */
export async function libraryDialectShape(
  host: LibraryHost,
  { folder, calls }: LibraryScenario,
): Promise<{ shape: Shape; defused: ReadonlySet<number | string> }> {
  const skills = readSkillFolder(folder);
  const loaded = await takeLoaded({ id: host.id, title: host.name }, skills);
  const seen = await runDialect({ id: host.id, marksErrors: true }, loaded, {
    calls,
    message,
    windowTokens: 200_000,
    countTokens,
    sha256,
  });
  return { shape: toShape(host, seen, skills, calls, [["{skills}", dialectFolder]]), defused: seen.defused };
}

function toShape(
  { codes }: LibraryHost,
  seen: Parameters<typeof shapeOf>[0],
  skills: SkillFolder,
  calls: readonly RawCall[],
  places: Parameters<typeof contextOf>[2],
): Shape {
  const context = contextOf(skills, calls, places);
  const tools = new Set(seen.tools.map(({ name }) => name));
  return shapeOf(seen, { ...context, asked: [...context.asked, ...codes] }, tools);
}
