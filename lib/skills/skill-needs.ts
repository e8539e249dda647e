import type { Frontmatter, FrontmatterValue } from "./parse-skill";

/** What a skill says it needs of the agent that gets it, and of the machine where that runs. */
export type SkillNeeds = {
  /** LinX: the agent must have all of them. */
  capabilities: readonly string[];
  /** LinX: `agent_skill` where SKILL.md does not say. */
  skillType: string;
  /** OpenClaw: programs that must all be there, and of these one. */
  bins: readonly string[];
  anyBins: readonly string[];
  /** Environment variables that must be set. */
  env: readonly string[];
  /** Settings of the host that must be on. */
  config: readonly string[];
  /** The systems it runs on, as Node names them; any where it is empty. */
  os: readonly string[];
  /** Offered without looking at programs, variables and settings; the system still counts. */
  always: boolean;
};

const usualSkillType = "agent_skill";

export const noNeeds: SkillNeeds = {
  capabilities: [],
  skillType: usualSkillType,
  bins: [],
  anyBins: [],
  env: [],
  config: [],
  os: [],
  always: false,
};

/** Names under which hosts of one family read the same map, the newest first. */
const families = ["openclaw", "clawdbot", "moltbot"] as const;

/** More of one kind are no list that a person wrote. */
const mostItems = 100;

const systems: Readonly<Record<string, string>> = { macos: "darwin", mac: "darwin", windows: "win32" };

/** How a system is compared, whatever name of it was written. */
export const systemName = (written: string): string => {
  const name = written.trim().toLowerCase();
  return Object.hasOwn(systems, name) ? (systems[name] ?? name) : name;
};

/**
 * Reads `required_capabilities` and `skill_type` (LinX), and `os`, `requires` and `always` below `metadata.openclaw` or
 * an earlier name of it. What is neither a text nor a list of texts counts as not written: a skill is not kept from
 * agents by what nobody can mean.
 */
export function readNeeds(frontmatter: Frontmatter): SkillNeeds {
  const metadata = mapOf(frontmatter.get("metadata"));
  const gate = families.map((name) => mapOf(metadata?.get(name))).find((map) => map !== null);
  const requires = mapOf(gate?.get("requires"));
  const type = frontmatter.get("skill_type");
  return {
    capabilities: textsOf(frontmatter.get("required_capabilities")),
    skillType: typeof type === "string" && type.trim() !== "" ? type.trim() : usualSkillType,
    bins: textsOf(requires?.get("bins")),
    anyBins: textsOf(requires?.get("anyBins")),
    env: textsOf(requires?.get("env")),
    config: textsOf(requires?.get("config")),
    os: textsOf(gate?.get("os") ?? requires?.get("os")),
    always: gate?.get("always") === "true",
  };
}

const mapOf = (value: FrontmatterValue | undefined): ReadonlyMap<string, FrontmatterValue> | null =>
  value instanceof Map ? value : null;

/** A text alone is a list of one; texts with commas in them are several. */
function textsOf(value: FrontmatterValue | undefined): string[] {
  const written = typeof value === "string" ? [value] : Array.isArray(value) ? value : [];
  const texts = written.flatMap((item: FrontmatterValue) =>
    typeof item === "string" ? item.split(",").map((text) => text.trim()) : [],
  );
  return [...new Set(texts.filter((text) => text !== ""))].slice(0, mostItems);
}
