import { whyUntold } from "@/lib/skills/told-text";
import type { SkillRef, UnavailableSkill } from "./events";
import type { HostLoad, HostPackage, LoadedPackage, LoadRefusal } from "./host-load";
import type { Memo, SkillSource } from "./ports";
import { refOf } from "./search-offered";
import type { SessionSkill } from "./session-setup";

/** The host whose loader decides. */
export type LoadingHost = {
  id: string;
  title: string;
  /** Where packages have settings of this host's own, which it reads before it tells of a skill. */
  settingsFile?: string;
  load: (pkg: HostPackage) => HostLoad;
};

/** What a host reads before it tells of a skill: SKILL.md in any spelling, and settings of its own. */
const isReadBy = ({ settingsFile }: LoadingHost, path: string): boolean =>
  /^skill\.md$/i.test(path) || path === settingsFile;

type Setup = {
  /** Null where everything that is stored loads as it is. */
  host: LoadingHost | null;
  source: Pick<SkillSource, "listFiles" | "readFile">;
  /** By host, digest and folder. */
  cache?: Memo<HostLoad>;
};

type Loaded = { skills: SessionSkill[]; refused: UnavailableSkill[] };

/**
 * What a host makes of skills before it tells a model of any: those that it loads, with the description and the files
 * that it has, and those that it refuses. Names stay the library's: another one could pass for another skill. Of each package only what
 * a host reads for this is read (`isReadBy`), where no answer is held.
 */
export async function loadSkills({ host, ...rest }: Setup, skills: readonly SessionSkill[]): Promise<Loaded> {
  if (host === null) return { skills: [...skills], refused: [] };
  const setup = { host, ...rest };
  const loads = await Promise.all(
    skills.map(async (skill) => ({ skill, load: await loadSkill(setup, refOf(skill)) })),
  );
  const loaded: Loaded = { skills: [], refused: [] };
  for (const { skill, load } of loads) {
    const { skillId, name } = skill.ref;
    const untold = load.state === "loaded" ? whyUntold({ whenToUse: "", ...load }) : null;
    if (load.state === "refused")
      loaded.refused.push({ skillId, name, reason: "host-refuses", ...sayRefusal(host, load) });
    else if (untold !== null) loaded.refused.push({ skillId, name, reason: "hidden-text", detail: untold });
    else loaded.skills.push({ ...skill, ref: refIn(load, skill), description: load.description, load });
  }
  return loaded;
}

/** What a skill's own settings for this host say of models holds like the frontmatter's. */
const refIn = ({ keptFromModels }: LoadedPackage, { ref }: SessionSkill): SessionSkill["ref"] =>
  keptFromModels ? { ...ref, modelInvocable: false } : ref;

/** One package in one host. */
export async function loadSkill(
  { host, source, cache }: Setup & { host: LoadingHost },
  ref: SkillRef,
): Promise<HostLoad> {
  const key = `${host.id} ${ref.digest} ${ref.name}`;
  const known = cache?.get(key);
  if (known) return known;
  const files = await source.listFiles(ref);
  const documents = new Map<string, Uint8Array>();
  for (const { path } of files) {
    const bytes = isReadBy(host, path) ? await source.readFile(ref, path) : null;
    if (bytes) documents.set(path, bytes);
  }
  const load = host.load({ folder: ref.name, files, read: (path) => documents.get(path) ?? null });
  cache?.set(key, load, JSON.stringify(load).length);
  return load;
}

/** Why a host does not load a skill, as run-started keeps it: in a sentence, and by its parts. */
export function sayRefusal(
  { id, title }: Pick<LoadingHost, "id" | "title">,
  { rule, file, line, message, fix }: LoadRefusal,
): Pick<UnavailableSkill, "detail" | "refusal"> {
  const place = line === null ? file : `${file}, line ${line}`;
  return {
    detail: `${title} does not load it (${place}). ${message} ${fix}`,
    refusal: { dialect: id, rule, file, line, fix },
  };
}
