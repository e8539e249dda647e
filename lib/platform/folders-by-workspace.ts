import path from "node:path";
import { z } from "zod";
import { unlessExtra } from "@/lib/kernel/unless-extra";
import { ConfigurationError, type Placed } from "./placed-yaml";
import { realPlace } from "./real-place";

export const patternsSchema = z.array(z.string().min(1).max(1_000));

/** `skills.folders` of the configuration file: each entry of one workspace. */
export const foldersSchema = z.array(
  z.strictObject(
    {
      workspace: z
        .string("Say whose folders these are, by the address of the workspace.")
        .regex(
          /^[a-z0-9]+(-[a-z0-9]+)*$/,
          "This is no address of a workspace: it is what stands behind /w/, as in meridian.",
        ),
      paths: z.array(z.string().min(1)).min(1, "Name a folder."),
      include: patternsSchema.default([]),
      exclude: patternsSchema.default([]),
    },
    { error: unlessExtra },
  ),
);

type Entries = z.infer<typeof foldersSchema>;
type Folder = { path: string; include: readonly string[]; exclude: readonly string[] };
/** `real`: where it leads, as one folder may be reached by several names. */
type Named = Folder & { real: string; workspace: string; place: string; key: string };

/** The folders of each workspace, in their order, and where it is named first. */
export type WorkspaceFolders = { workspace: string; folders: Folder[]; place: string };

/**
 * What the entries say of each workspace. Throws ConfigurationError for a folder that is named twice, and for one that
 * lies in another workspace's: a reading of that one would take its skills along.
 */
export function foldersByWorkspace(
  entries: Entries,
  placed: Pick<Placed, "placeOf">,
  absolute: (named: string) => string,
): WorkspaceFolders[] {
  const named = entries.flatMap(({ workspace, paths, include, exclude }, entry) =>
    paths.map((one, at): Named => {
      const key = ["skills", "folders", entry, "paths", at] as const;
      const place = placed.placeOf(key);
      const named = absolute(one);
      return { path: named, real: realPlace(named), include, exclude, workspace, place, key: key.join(".") };
    }),
  );
  const problems = named.flatMap((one, at) => sayProblem(one, named, at));
  if (problems.length > 0) throw new ConfigurationError(problems.join("\n"));
  return [...Map.groupBy(named, ({ workspace }) => workspace)].map(([workspace, folders]) => ({
    workspace,
    folders: folders.map(({ path: at, include, exclude }) => ({ path: at, include, exclude })),
    place: placed.placeOf([
      "skills",
      "folders",
      entries.findIndex((entry) => entry.workspace === workspace),
      "workspace",
    ]),
  }));
}

const sharing = "To give skills to several workspaces, let one read them and share them there.";

function sayProblem(one: Named, all: readonly Named[], at: number): string[] {
  const say = (words: string) => [`${one.place}: ${one.key}: ${words}`];
  const twin = all.slice(0, at).find((other) => other.real === one.real);
  if (twin)
    return say(
      `${one.path}${twin.path === one.path ? "" : ` is ${twin.path} by another name, which`} is named at ${twin.place} already, for ${twin.workspace}. Name it once. ${twin.workspace === one.workspace ? "" : sharing}`.trim(),
    );
  const around = all.find((other) => other.workspace !== one.workspace && lies(one.real, other.real));
  if (around)
    return say(
      `${one.path} lies in ${around.path}, which is ${around.workspace}'s (${around.place}) with all that is in it. Give each workspace a folder of its own. ${sharing}`,
    );
  return [];
}

function lies(inner: string, outer: string): boolean {
  const between = path.relative(outer, inner);
  return (
    between !== "" && between !== ".." && !between.startsWith(`..${path.sep}`) && !path.isAbsolute(between)
  );
}
