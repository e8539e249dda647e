import { activationText, ownTools } from "./activate-skill";
import { buildCatalogue, inOrderOf, toldDescription } from "./build-catalogue";
import type { CatalogueMode, Dialect, EagerSkill, Presentation } from "./dialect";
import type { PayloadOf, SessionEvent, SkillRef } from "./events";
import { shorteningShare } from "./limits";
import { asksRouter, putsBodies } from "./mode-steps";
import type { CatalogueText } from "./ports";
import { readSkill, type SkillText } from "./read-skill";
import { refOf } from "./search-offered";
import type { SessionSetup, SessionSkill } from "./session-setup";

const encoder = new TextEncoder();

type Told = Pick<
  PayloadOf<"catalogue-injected">,
  "text" | "place" | "onRequest" | "tools" | "truncated" | "omitted" | "eager"
> & {
  presentation: Presentation;
};

/** The mode of a run: what was asked for, or the dialect's own when its host cannot present that. */
export const modeOf = ({ mode, dialect }: Pick<SessionSetup, "mode" | "dialect">): CatalogueMode =>
  dialect.modes.includes(mode) ? mode : dialect.modes[0];

/** Tells the model what exists. Null when there is nothing to tell: then there are no tools either. */
export async function injectCatalogue(
  setup: SessionSetup,
  skills: readonly SessionSkill[],
): Promise<SessionEvent | null> {
  const presentation = putsBodies(modeOf(setup)) ? "eager" : "inline";
  if (skills.length === 0 && setup.dialect.tools([], { presentation }).length === 0) return null;
  const { log } = setup;
  const catalogue = await catalogueText(setup, skills);
  const earlier = log.events().findLast((event) => event.type === "catalogue-injected");
  const unchanged = earlier?.type === "catalogue-injected" && earlier.payload.sha256 === catalogue.sha256;
  return log.append({
    type: "catalogue-injected",
    payload: {
      ...catalogue,
      unchangedSinceSeq: unchanged ? (earlier.payload.unchangedSinceSeq ?? earlier.seq) : null,
    },
  });
}

/** What these very skills are told as, or were told as before. */
async function catalogueText(setup: SessionSetup, skills: readonly SessionSkill[]): Promise<CatalogueText> {
  const { countTokens, sha256, dialect, budgetCharacters, cache, limits } = setup;
  const mode = modeOf(setup);
  const window = putsBodies(mode) || dialect.placeOf ? windowOf(setup) : 0;
  const told = skills.map(({ ref: { skillId, name, digest, version, draftRevision }, priority }) => [
    skillId,
    name,
    digest,
    version,
    draftRevision,
    priority,
  ]);
  const words = dialect.wording?.digest ?? null;
  const key = sha256(
    JSON.stringify([dialect.id, words, mode, budgetCharacters, window, told, limitsOf(limits)]),
  );
  const held = cache?.catalogues.get(key);
  if (held) return held;
  const made = putsBodies(mode) ? await tellBodies(setup, skills) : tellNames(setup, skills, mode);
  const { presentation, ...rest } = made;
  const { text, tools, eager = [] } = rest;
  const toolText = JSON.stringify(tools);
  const catalogue = {
    ...rest,
    mode: asksRouter(mode) ? mode : presentation,
    sha256: sha256(
      JSON.stringify([text, toolText, ...eager.map(({ textSha256, tools: own }) => [textSha256, own])]),
    ),
    tokens: countTokens(text),
    characters: text.length,
    budgetCharacters,
    toolTokens: countTokens(toolText),
    skills: skills.length,
  };
  cache?.catalogues.set(key, catalogue, text.length + toolText.length);
  return catalogue;
}

/** What of the limits a catalogue's text goes by: a workspace's own make texts of its own. */
const limitsOf = ({ autoSkills, listedResources, skillBytes }: SessionSetup["limits"]) => [
  autoSkills,
  listedResources,
  skillBytes,
];

function tellNames(setup: SessionSetup, skills: readonly SessionSkill[], mode: CatalogueMode): Told {
  const { dialect, budgetCharacters, limits } = setup;
  const entries = skills.map((skill) => toDescribed(skill, dialect));
  const place = dialect.placeOf?.(windowOf(setup)) ?? "system-prompt";
  const catalogue = buildCatalogue({ dialect, skills: entries, budgetCharacters, place });
  const tooMany = skills.length > limits.autoSkills || catalogue.omitted.length > 0;
  if (mode === "search" || (mode === "auto" && tooMany && dialect.modes.includes("search")))
    return {
      presentation: "search",
      text: dialect.searchNotice(skills.length),
      tools: dialect.tools(entries, { presentation: "search" }),
      truncated: [],
      omitted: [],
    };
  const { text, truncated, omitted } = catalogue;
  const scripts = new Map(skills.map(({ ref, load }) => [ref.skillId, load?.scripts]));
  const offered = (
    dialect.placement === "tool-descriptions" ? catalogue.listed : inOrderOf(dialect, entries)
  ).map((entry) => ({ ...entry, scripts: scripts.get(entry.skillId) ?? [] }));
  const tools = dialect.tools(offered, { presentation: "inline" });
  const placed = place === "system-prompt" ? {} : { place };
  const onRequest = dialect.listsOnRequest ? { onRequest: true as const } : {};
  return { presentation: "inline", text, ...placed, ...onRequest, tools, truncated, omitted };
}

/** A skill as its host tells it. */
export function toDescribed(
  { ref: { skillId, name }, description, whenToUse = "", priority }: SessionSkill,
  dialect: Pick<Dialect, "tellsWhenToUse">,
) {
  return { skillId, name, description: toldDescription({ description, whenToUse }, dialect), priority };
}

type Loaded = { ref: SkillRef; skill: SkillText };

/** The bodies of these, highest priority first, as long as they leave the conversation some room. */
async function tellBodies(setup: SessionSetup, skills: readonly SessionSkill[]): Promise<Told> {
  const { dialect, countTokens } = setup;
  const room = windowOf(setup) * shorteningShare;
  const loaded: Loaded[] = [];
  const omitted: Told["omitted"] = [];
  let tokens = 0;
  for (const offered of skills) {
    const ref = refOf(offered);
    const read = await readSkill(setup, ref);
    const why = read.ok ? whyLeftOut(setup, read.skill, tokens, room) : read.why;
    if (!read.ok || why !== null) {
      omitted.push({ skillId: ref.skillId, name: ref.name, reason: why ?? "It cannot be loaded." });
      continue;
    }
    tokens += countTokens(read.skill.body);
    loaded.push({ ref, skill: read.skill });
  }
  const { text, parts } = dialect.eager(loaded.map(toEager));
  const eager = parts.flatMap((part) => {
    const found = loaded.find(({ ref }) => ref.name === part.name);
    if (!found) return [];
    const { ref, skill } = found;
    return [
      {
        skill: ref,
        textSha256: activationText(setup, ref, skill, "").sha256,
        tokens: countTokens(part.text),
        bytes: encoder.encode(part.text).length,
        flags: part.flags,
        ...ownTools(setup, ref.name, skill),
      },
    ];
  });
  const entries = loaded.map(({ ref: { name }, skill: { description } }) => ({ name, description }));
  return {
    presentation: "eager",
    text,
    tools: dialect.tools(entries, { presentation: "eager" }),
    truncated: [],
    omitted,
    eager,
  };
}

function whyLeftOut(
  { limits, countTokens }: SessionSetup,
  { body, document }: SkillText,
  tokens: number,
  room: number,
): string | null {
  if (encoder.encode(document).length > limits.skillBytes)
    return `Its SKILL.md has more than ${limits.skillBytes} bytes.`;
  if (tokens + countTokens(body) > room) return `All bodies together may take ${Math.floor(room)} tokens.`;
  return null;
}

const isInScripts = (path: string): boolean => path.startsWith("scripts/");

const toEager = ({ ref: { name }, skill }: Loaded): EagerSkill => ({
  name,
  description: skill.description,
  body: skill.body,
  document: skill.document,
  resources: skill.resources,
  hasScripts: skill.scripts ? skill.scripts.length > 0 : skill.resources.some(isInScripts),
});

/** Tokens that the model of the newest run can hold. */
export function windowOf({ log }: Pick<SessionSetup, "log">): number {
  const run = log.events().findLast((event) => event.type === "run-started");
  return run?.type === "run-started" ? run.payload.model.windowTokens : Number.POSITIVE_INFINITY;
}
