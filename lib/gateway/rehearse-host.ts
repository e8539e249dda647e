import { findSkillFacts } from "@/lib/hosts/find-skill-facts";
import type { HostRequest } from "@/lib/hosts/host-traffic";
import { readToldSkills } from "@/lib/hosts/read-told-skills";
import type { SkillFact } from "@/lib/hosts/skill-facts";
import { decideMove } from "@/lib/playground/rehearsal-rules";
import { findLinks, resolveLink } from "@/lib/skills/find-links";
import { isSkillFile } from "@/lib/skills/find-skill-file";
import { type HostTools, toolsOfHost } from "./host-tools";

type Prompt = Parameters<typeof decideMove>[0];
type Activated = Extract<SkillFact, { kind: "activated" }>;

/** What Rehearsal answers a host: words, and calls of the host's own tools. */
export type HostMove = { text: string; calls: { tool: string; input: Record<string, unknown> }[] };

/** The built-in model's rules on what a real host sent: the same request gives the same answer. */
export function rehearseHost(request: HostRequest): HostMove {
  const facts = findSkillFacts(request);
  const directories = directoriesOf(request, facts);
  const tools = toolsOfHost(request.tools.map(({ name }) => name));
  const prompt = promptOf(request, facts);
  const move = decideMove(prompt, tools.standard);
  if (move.kind === "answer") return { text: move.text, calls: [] };
  const calls = move.calls.flatMap((call) => toHost(tools, directories, call) ?? []);
  if (calls.length === move.calls.length) return { text: move.text, calls };
  // Where a skill lies is not known: what is there already has to do.
  return { text: decideMove(prompt, noTools).text, calls: [] };
}

const noTools: ReadonlySet<string> = new Set();

type Call = { toolName: string; input: Record<string, unknown> };

function toHost(tools: HostTools, directories: ReadonlyMap<string, string>, { toolName, input }: Call) {
  const name = String(input.name);
  const directory = directories.get(name) ?? null;
  if (toolName === "activate_skill") return tools.activate(name, directory);
  if (toolName !== "read_skill_resource" || directory === null) return null;
  return tools.read(placeOf(String(input.path), directory));
}

/** A path of the package lies in its folder; one that was typed as it is stays so, for the host to refuse. */
const placeOf = (path: string, directory: string): string =>
  /^(?:[\\/~]|\.\.?[\\/]|[a-z]+:)/i.test(path) ? path : `${directory}/${path}`;

function directoriesOf(request: HostRequest, facts: readonly SkillFact[]): ReadonlyMap<string, string> {
  const told = (readToldSkills(request)?.skills ?? []).map(
    ({ name, directory }) => [name, directory] as const,
  );
  const active = facts.flatMap((fact) =>
    fact.kind === "activated" ? [[fact.name, fact.directory] as const] : [],
  );
  return new Map(
    [...told, ...active].flatMap(([name, directory]) =>
      directory === null ? [] : [[name, directory] as const],
    ),
  );
}

/** What happened, in the form that the rules go by. */
function promptOf(request: HostRequest, facts: readonly SkillFact[]): Prompt {
  const lastAsked = facts.findLastIndex(({ kind }) => kind === "asked");
  const asked = facts[lastAsked];
  const since = facts.slice(lastAsked + 1);
  const activated = facts.filter((fact) => fact.kind === "activated");
  return {
    message: asked?.kind === "asked" ? asked.text : "",
    personal: since.flatMap((fact) => (fact.kind === "activated" && fact.by === "person" ? [fact.name] : [])),
    catalogue: (readToldSkills(request)?.skills ?? []).map(({ name, description }) => ({
      name,
      description,
    })),
    loaded: activated.map(toLoaded),
    files: facts.flatMap((fact) =>
      fact.kind === "read" ? [{ skill: fact.name, path: fact.path, text: fact.text }] : [],
    ),
    answered: since.flatMap(toAnswered),
  };
}

function toAnswered(fact: SkillFact): Prompt["answered"] {
  const activate = (name: string, text: string) => [{ toolName: "activate_skill", input: { name }, text }];
  switch (fact.kind) {
    case "activated":
      return fact.by === "person" ? [] : activate(fact.name, "");
    case "already":
      return activate(fact.name, "");
    case "read":
      return [
        { toolName: "read_skill_resource", input: { name: fact.name, path: fact.path }, text: fact.text },
      ];
    case "refused": {
      // The rules know a refusal by its mark.
      const text = `<tool_use_error>${fact.result.replace(/<\/?tool_use_error>/g, "").replace(/\.\s*$/, "")}</tool_use_error>`;
      return fact.path === null || isSkillFile(fact.path)
        ? activate(fact.name, text)
        : [{ toolName: "read_skill_resource", input: { name: fact.name, path: fact.path }, text }];
    }
    default:
      return [];
  }
}

function toLoaded({ name, text }: Activated): Prompt["loaded"][number] {
  const body = bodyOf(text);
  const links = findLinks(body).flatMap(({ target }) => resolveLink("SKILL.md", target) ?? []);
  return { name, body, resources: [...new Set(links)] };
}

/** The instructions without the frontmatter, or what a host puts around them. */
function bodyOf(text: string): string {
  return withoutFrontmatter(
    instructionsOf(text).replace(/^Base directory for this skill: [^\n]*\n\n/, ""),
  ).trim();
}

const [opening, closing] = ["<instructions>", "</instructions>"];

function instructionsOf(text: string): string {
  const from = text.indexOf(opening);
  const to = from < 0 ? -1 : text.indexOf(closing, from);
  return to < 0 ? text : text.slice(from + opening.length, to);
}

function withoutFrontmatter(text: string): string {
  const first = /^---\r?\n/.exec(text)?.[0];
  if (first === undefined) return text;
  for (let at = text.indexOf("\n---", first.length - 1); at >= 0; at = text.indexOf("\n---", at + 1)) {
    const end = /^\r?\n/.exec(text.slice(at + 4, at + 6))?.[0];
    if (end !== undefined) return text.slice(at + 4 + end.length);
  }
  return text;
}
