import "server-only";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { isCollection, isMap, isNode, isScalar, LineCounter, parseDocument } from "yaml";
import { z } from "zod";
import { type Env, env } from "./env";

const pattern = z.string().min(1).max(1_000);
const extra = "Extra inputs are not permitted";

/** Names and descriptions of skills are no settings: they come from SKILL.md alone. */
const fileSchema = z.strictObject(
  {
    skills: z
      .strictObject(
        {
          paths: z.array(z.string().min(1)).default([]),
          workspace: z.string().min(1).optional(),
          strict: z.boolean().default(false),
          include: z.array(pattern).default([]),
          exclude: z.array(pattern).default([]),
        },
        { error: unlessExtra },
      )
      .prefault({}),
  },
  { error: unlessExtra },
);

function unlessExtra({ code }: { code?: string }): string | undefined {
  return code === "unrecognized_keys" ? extra : undefined;
}

/** The folders that skills are read from. */
export type SkillDirectories = {
  /** Absolute, in their order: of two skills with one name the first is taken. */
  paths: readonly string[];
  /** The address of the workspace they belong to; null: the first one of the installation. */
  workspace: string | null;
  /** Whether anything that cannot be loaded keeps the server from starting. */
  strict: boolean;
  /** Globs over the package's folder, relative to its path; empty: everything. */
  include: readonly string[];
  /** Globs over folders and files, relative to their path. */
  exclude: readonly string[];
  /** What says so, for messages: the file, or the variable. */
  source: string;
};

/** The operator's to mend; the message names file, line and column. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

/** Read anew each time, so that a change counts from the next reading on. Throws ConfigurationError. */
export function readSkillDirectories(
  settings: Pick<Env, "configFile" | "dataFolder" | "skillsPaths"> = env(),
): SkillDirectories {
  // Left out of the bundler's tracing, which would take the whole project for what this might read.
  const file = path.resolve(
    /*turbopackIgnore: true*/ settings.configFile ?? path.join(settings.dataFolder, "greenroom.yaml"),
  );
  const text = readIfThere(file);
  if (text === null && settings.configFile !== null)
    throw new ConfigurationError(`There is no file ${file}, which GREENROOM_CONFIG names.`);
  const { skills } = parseConfiguration(text ?? "", file);
  const { workspace = null, strict, include, exclude } = skills;
  const { skillsPaths } = settings;
  return {
    paths: [
      ...new Set(skillsPaths?.map((each) => absolute(each, process.cwd())) ?? inFile(skills.paths, file)),
    ],
    workspace,
    strict,
    include,
    exclude,
    source: skillsPaths === null ? file : "GREENROOM_SKILLS_PATHS",
  };
}

const inFile = (paths: readonly string[], file: string) =>
  paths.map((each) => absolute(each, path.dirname(file)));

const absolute = (named: string, folder: string): string =>
  named.startsWith("~/") ? path.join(homedir(), named.slice(2)) : path.resolve(folder, named);

function readIfThere(file: string): string | null {
  try {
    return readFileSync(/*turbopackIgnore: true*/ file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "unknown";
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw new ConfigurationError(`${file} cannot be read (${code}).`, { cause: error });
  }
}

/** Every mistake is named, one a line: `greenroom.yaml:4:3: skills.pths: Extra inputs are not permitted`. */
export function parseConfiguration(text: string, file: string): z.infer<typeof fileSchema> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  if (document.errors.length > 0)
    throw new ConfigurationError(
      document.errors.map(({ pos, message }) => `${at(pos[0])}: ${message}`).join("\n"),
    );
  const parsed = fileSchema.safeParse(document.toJS() ?? {});
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.flatMap((issue) => {
    const places =
      issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    return places.map(
      (place) => `${at(offsetOf(document.contents, place))}: ${place.join(".")}: ${issue.message}`,
    );
  });
  throw new ConfigurationError(wrong.join("\n"));
}

/** Where the value lies, or the key when a whole field is wrong; its nearest parent when it is missing. */
function offsetOf(contents: unknown, place: readonly PropertyKey[]): number {
  let node = contents;
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  for (const key of place) {
    if (!isCollection(node)) return offset;
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key));
      if (!pair) return offset;
      offset = isNode(pair.key) ? (pair.key.range?.[0] ?? offset) : offset;
      node = pair.value;
    } else {
      node = node.get(key, true);
      offset = isNode(node) ? (node.range?.[0] ?? offset) : offset;
    }
  }
  return offset;
}
