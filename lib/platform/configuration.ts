import "server-only";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { unlessExtra } from "@/lib/kernel/unless-extra";
import { type Env, env } from "./env";
import { ConfigurationError, checkPlaced, parsePlaced } from "./placed-yaml";

const pattern = z.string().min(1).max(1_000);

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
    /** The address of the workspace that all of it is about; the first one of the installation without it. */
    workspace: z.string().min(1).optional(),
    /** What lib/declared makes of them; here only that they may be there. */
    sources: z.unknown().optional(),
    agents: z.unknown().optional(),
    policy: z.unknown().optional(),
    limits: z.unknown().optional(),
  },
  { error: unlessExtra },
);

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

/** Read anew each time, so that a change counts from the next reading on. Throws ConfigurationError. */
export function readSkillDirectories(
  settings: Pick<Env, "configFile" | "dataFolder" | "skillsPaths"> = env(),
): SkillDirectories {
  const { file, text } = readConfigurationFile(settings);
  const { skills, workspace: ofAll = null } = parseConfiguration(text ?? "", file);
  const { workspace = ofAll, strict, include, exclude } = skills;
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

/** The configuration file as it lies there now; without a text where there is none and none was named. */
export function readConfigurationFile(settings: Pick<Env, "configFile" | "dataFolder"> = env()): {
  file: string;
  text: string | null;
} {
  // Left out of the bundler's tracing, which would take the whole project for what this might read.
  const file = path.resolve(
    /*turbopackIgnore: true*/ settings.configFile ?? path.join(settings.dataFolder, "greenroom.yaml"),
  );
  const text = readIfThere(file);
  if (text === null && settings.configFile !== null)
    throw new ConfigurationError(`There is no file ${file}, which GREENROOM_CONFIG names.`);
  return { file, text };
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
  return checkPlaced(fileSchema, parsePlaced(text, file));
}
