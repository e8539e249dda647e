import { findSkillFacts } from "./find-skill-facts";
import type { HostCall, HostRequest, KnownHost } from "./host-traffic";
import { toRecord } from "./json-values";
import { bareName, readToldSkills } from "./read-told-skills";
import { type Seen, seeRequests } from "./see-requests";
import type { SkillFact } from "./skill-facts";
import { type RawCall, withoutFolder } from "./with-folder";

/** What a conversation of a host comes down to for its dialect: skills, the first message, and calls about skills. */
export type HostScenario = {
  /** Of the skills that it listed. */
  names: string[];
  message: string;
  /** With `{{skills}}` for the folder where they lie there. */
  calls: RawCall[];
  folder: string | null;
  /** What was asked for by the calls, but for paths. */
  asked: string[];
  windowTokens: number;
  /** What the host told, and its answers to these calls. */
  seen: Pick<Seen, "told" | "tools" | "answers">;
};

/** Null for a host that listed no skills. */
export function hostScenario(host: KnownHost, first: HostRequest, last: HostRequest): HostScenario | null {
  const told = readToldSkills(first);
  if (!told) return null;
  const facts = findSkillFacts(last);
  const made = facts.flatMap((fact) => callOf(fact) ?? []);
  const folder = folderOf(facts, told.skills);
  const { answers, answered, ...seen } = seeRequests(first, last);
  const order = answered.map(({ tool, input }) => JSON.stringify([tool, input]));
  const taken = new Set<number>();
  const chosen = made.map(({ tool, input }) => {
    const at = order.findIndex((one, index) => !taken.has(index) && one === JSON.stringify([tool, input]));
    taken.add(at);
    return answers[at] ?? [];
  });
  const calls = made.map(({ tool, input }) => ({ tool, input: withoutFolder(toRecord(input), folder) }));
  const asked = facts.find((fact) => fact.kind === "asked");
  return {
    names: told.skills.map(({ name }) => bareName(name)),
    message: asked?.kind === "asked" ? asked.text : "",
    calls,
    folder,
    windowTokens: windowOf(host, told.place),
    asked: calls.flatMap(({ input }) =>
      Object.values(input).flatMap((value) =>
        typeof value === "string" && !value.includes("{{skills}}") ? [value] : [],
      ),
    ),
    seen: { ...seen, answers: chosen },
  };
}

function callOf(fact: SkillFact): HostCall | null {
  switch (fact.kind) {
    case "activated":
    case "already":
    case "read":
    case "refused":
      return fact.call;
    default:
      return null;
  }
}

/** The folder that holds the skills' own: the one that most of them lie in. */
function folderOf(
  facts: readonly SkillFact[],
  skills: readonly { directory: string | null }[],
): string | null {
  const loaded = facts.flatMap((fact) => (fact.kind === "activated" ? (fact.directory ?? []) : []));
  const listed = skills.flatMap(({ directory }) => directory ?? []);
  const counts = new Map<string, number>();
  for (const directory of loaded.length > 0 ? loaded : listed) {
    const parent = directory.replace(/[\\/][^\\/]+$/, "");
    counts.set(parent, (counts.get(parent) ?? 0) + 1);
  }
  return [...counts].sort(([, left], [, right]) => right - left)[0]?.[0] ?? null;
}

/** As far as the place of the list gives away which window the host believes in. */
function windowOf(host: KnownHost, place: string): number {
  if (host === "codex") return 272_000;
  if (host === "gemini-cli") return 1_048_576;
  return place === "after-first-message" ? 1_000_000 : 200_000;
}
