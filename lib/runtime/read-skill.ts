import { textOf } from "@/lib/skills/file-text";
import { findSkillFile } from "@/lib/skills/find-skill-file";
import { isSecretPath } from "@/lib/skills/package-path";
import { type Frontmatter, parseSkill } from "@/lib/skills/parse-skill";
import type { SkillTool } from "@/lib/skills/skill-tool";
import type { SkillError } from "./dialect";
import type { SkillRef } from "./events";
import type { LoadedPackage } from "./host-load";
import type { RuntimeCache } from "./ports";
import type { SessionSetup } from "./session-setup";

/** A skill's instructions and the names of its files, as every dialect renders them from. */
export type SkillText = {
  description: string;
  frontmatter: Frontmatter;
  /** It is verbatim, without frontmatter and without blank lines around it. */
  body: string;
  /** Has the blank lines around it as well. */
  written: string;
  /** Holds the whole SKILL.md as written. */
  document: string;
  tools: SkillTool[];
  /** Sorted; neither SKILL.md nor files that may hold secrets. */
  resources: string[];
  /** Those of `resources` that the host takes for scripts; null where nobody asked its loader. */
  scripts: string[] | null;
};
export type ReadSkill = { ok: true; skill: SkillText } | { ok: false; why: string };

/** What reading a skill takes of a session. */
export type SkillReader = Pick<SessionSetup, "skills" | "source"> & { cache?: Pick<RuntimeCache, "skills"> };

/** Reads SKILL.md and the file list, unless these very bytes were read before. */
export async function readSkill(setup: SkillReader, skill: SkillRef): Promise<ReadSkill> {
  const read = await readPackage(setup, skill);
  const load = loadOf(setup, skill);
  if (!load || !read.ok) return read;
  const { description, scripts } = load;
  const resources = served(read.skill.resources, load);
  const own = new Set(resources);
  return {
    ok: true,
    skill: { ...read.skill, description, resources, scripts: scripts.filter((path) => own.has(path)) },
  };
}

const loadOf = ({ skills }: Pick<SessionSetup, "skills">, { skillId }: SkillRef): LoadedPackage | undefined =>
  skills.find(({ ref }) => ref.skillId === skillId)?.load;

/** What of these files the host has. */
function served(paths: readonly string[], load: LoadedPackage | undefined): string[] {
  const files = load && new Set(load.files);
  return paths.filter((path) => files?.has(path) ?? true);
}

/** Whether the host leaves a file of a skill out. */
export const isLeftOut = (setup: Pick<SessionSetup, "skills">, skill: SkillRef, path: string): boolean =>
  loadOf(setup, skill)?.leftOut.some((file) => file.path === path) ?? false;

async function readPackage(setup: SkillReader, skill: SkillRef): Promise<ReadSkill> {
  const memo = setup.cache?.skills;
  const key = skillRefKey(skill);
  const held = memo?.get(key);
  if (held) return held;
  const read = await parse(setup, skill);
  memo?.set(key, read, read.ok ? weigh(read.skill) : read.why.length);
  return read;
}

/** Paths that may be read, sorted. Reads no file. */
export async function listResources(setup: SkillReader, skill: SkillRef): Promise<string[]> {
  const held = setup.cache?.skills.get(skillRefKey(skill));
  const paths = held?.ok ? held.skill.resources : servedOf(await setup.source.listFiles(skill));
  return served(paths, loadOf(setup, skill));
}

// The name takes part: it stands in for one that the frontmatter lacks.
const skillRefKey = ({ digest, name }: SkillRef): string => `${digest} ${name}`;

function servedOf(files: readonly { path: string }[]): string[] {
  const paths = files.map(({ path }) => path);
  const skillFile = findSkillFile(paths);
  return paths.filter((path) => path !== skillFile && !isSecretPath(path)).sort();
}

async function parse({ source }: SkillReader, skill: SkillRef): Promise<ReadSkill> {
  const files = await source.listFiles(skill);
  const skillFile = findSkillFile(files.map(({ path }) => path));
  const bytes = skillFile === null ? null : await source.readFile(skill, skillFile);
  if (bytes === null) return { ok: false, why: "it has no SKILL.md" };
  const document = textOf(bytes)?.replace(/^\uFEFF/, "");
  if (document === undefined) return { ok: false, why: "its SKILL.md is not UTF-8 text" };
  const parsed = parseSkill(document, { mode: "lenient", folderName: skill.name });
  const fatal = parsed.loads ? null : parsed.issues.find((issue) => issue.severity === "error");
  if (fatal) return { ok: false, why: fatal.message };
  const { description, frontmatter, tools } = parsed;
  const body = parsed.body.replace(/^(?:[ \t]*\r?\n)+/, "").trimEnd();
  return {
    ok: true,
    skill: {
      description,
      frontmatter,
      body,
      written: parsed.body,
      document,
      tools,
      resources: servedOf(files),
      scripts: null,
    },
  };
}

/** Body and document are one text for the most part, but not one string. */
const weigh = ({ document, body, resources }: SkillText): number =>
  document.length + 2 * body.length + resources.reduce((sum, path) => sum + path.length, 0);

export const unreadable = (skill: SkillRef, why: string): SkillError => ({
  rule: "unreadable-skill",
  message: `The skill ${skill.name} cannot be loaded: ${why}`,
  skillName: skill.name,
  path: null,
});
