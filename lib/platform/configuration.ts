import "server-only";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { unlessExtra } from "@/lib/kernel/unless-extra";
import { type Env, env } from "./env";
import { foldersByWorkspace, foldersSchema, patternsSchema } from "./folders-by-workspace";
import { ConfigurationError, checkPlaced, type Placed, parsePlaced } from "./placed-yaml";
import { realPlace } from "./real-place";

/** Names and descriptions of skills are no settings: they come from SKILL.md alone. */
const fileSchema = z.strictObject(
  {
    skills: z
      .strictObject(
        {
          /** Of one workspace, in short. */
          paths: z.array(z.string().min(1)).optional(),
          workspace: z.string().min(1).optional(),
          strict: z.boolean().default(false),
          include: patternsSchema.optional(),
          exclude: patternsSchema.optional(),
          /** Of several, in their place. */
          folders: foldersSchema.optional(),
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

type Settings = Pick<Env, "configFile" | "dataFolder" | "skillsPaths">;
type Parsed = z.infer<typeof fileSchema>;

/** A folder that skills are read from. */
export type SkillFolder = {
  /** Absolute. */
  path: string;
  /** Globs over the package's folder, relative to the path; empty: everything. */
  include: readonly string[];
  /** Globs over folders and files, relative to the path. */
  exclude: readonly string[];
};

/** The folders of one workspace. */
export type SkillDirectories = {
  /** In their order: of two skills with one name the first is taken. */
  folders: readonly SkillFolder[];
  /** The address of the workspace they belong to; null: the first one of the installation. */
  workspace: string | null;
  /** Whether anything that cannot be loaded keeps the server from starting. */
  strict: boolean;
  /** What says so, for messages: the file, or the variable. */
  source: string;
  /** Where the workspace is named, `greenroom.yaml:4:16`; the source where it is not. */
  place: string;
};

/** Each workspace once. Read anew each time, so that a change counts from the next reading on. Throws ConfigurationError. */
export function readSkillDirectories(settings: Settings = env()): readonly SkillDirectories[] {
  const { file, text } = readConfigurationFile(settings);
  const { parsed, placed } = parse(text ?? "", file);
  const { folders, strict } = parsed.skills;
  if (!folders) return inShort(parsed, placed, { file, skillsPaths: settings.skillsPaths });
  if (settings.skillsPaths !== null)
    throw new ConfigurationError(
      `${placed.placeOf(["skills", "folders"])}: skills.folders: GREENROOM_SKILLS_PATHS is set, and names the folders of one workspace. Take one of the two out.`,
    );
  const absolute = (named: string) => resolveFrom(path.dirname(file), named);
  return foldersByWorkspace(folders, placed, absolute).map((one) => ({ ...one, strict, source: file }));
}

/** The address of the workspace that sources, agents, policy and limits are about; null: the first one. */
export function readDeclaredWorkspace(settings: Settings = env()): string | null {
  const { file, text } = readConfigurationFile(settings);
  return workspaceOf(parse(text ?? "", file).parsed);
}

const workspaceOf = ({ skills, workspace }: Parsed): string | null => skills.workspace ?? workspace ?? null;

function inShort(
  parsed: Parsed,
  placed: Placed,
  { file, skillsPaths }: { file: string; skillsPaths: readonly string[] | null },
): SkillDirectories[] {
  const { paths = [], strict, include = [], exclude = [] } = parsed.skills;
  const named = skillsPaths ?? paths;
  if (named.length === 0) return [];
  const from = skillsPaths === null ? path.dirname(file) : process.cwd();
  const source = skillsPaths === null ? file : "GREENROOM_SKILLS_PATHS";
  const workspace = workspaceOf(parsed);
  const key = parsed.skills.workspace === undefined ? ["workspace"] : ["skills", "workspace"];
  const each = named.map((one) => resolveFrom(from, one));
  const once = [...Map.groupBy(each, realPlace).values()].flatMap((same) => same.slice(0, 1));
  return [
    {
      folders: once.map((one) => ({ path: one, include, exclude })),
      workspace,
      strict,
      source,
      place: workspace === null ? source : placed.placeOf(key),
    },
  ];
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

const resolveFrom = (folder: string, named: string): string =>
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
export const parseConfiguration = (text: string, file: string): Parsed => parse(text, file).parsed;

function parse(text: string, file: string): { parsed: Parsed; placed: Placed } {
  const placed = parsePlaced(text, file);
  const parsed = checkPlaced(fileSchema, placed);
  const { skills } = parsed;
  const short = (["paths", "workspace", "include", "exclude"] as const).filter((key) => key in skills);
  if (skills.folders === undefined || short.length === 0) return { parsed, placed };
  const where = placed.placeOf(["skills", "folders"]);
  const words = `says it of one workspace, and skills.folders (${where}) of each by itself. Move it into an entry there.`;
  throw new ConfigurationError(
    short.map((key) => `${placed.placeOf(["skills", key])}: skills.${key}: ${words}`).join("\n"),
  );
}
