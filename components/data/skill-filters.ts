import {
  directions,
  findingsFilters,
  proofStandings,
  skillSorts,
  type skillSources,
  skillStates,
} from "@/lib/library/list-options";

export type SkillSort = (typeof skillSorts)[number];
export type ShownSource = Exclude<(typeof skillSources)[number], "workspace">;
/** What people tell apart; the API also knows the first two together. */
export const shownSources = [
  "written",
  "imported",
  "directory",
  "shared",
] as const satisfies readonly ShownSource[];
/** What the list shows, as it stands in the page's address. */
export type SkillFilters = {
  query: string;
  state?: (typeof skillStates)[number] | undefined;
  agent?: string | undefined;
  findings?: (typeof findingsFilters)[number] | undefined;
  source?: ShownSource | undefined;
  proof?: (typeof proofStandings)[number] | undefined;
  /** A pattern for the whole name: `*` stands for any characters, `?` for one. */
  name?: string | undefined;
  /** Absent: by relevance when there is a query, else by the last update. */
  sort?: SkillSort | undefined;
  direction?: (typeof directions)[number] | undefined;
};

/** Words first to last, numbers and times largest first: what one wants to see when clicking a header once. */
export const naturalDirection = (sort: SkillSort) => (sort === "name" ? "asc" : "desc");

export const sortOf = ({ sort, query }: SkillFilters): SkillSort =>
  sort ?? (query === "" ? "updated" : "relevance");

export const directionOf = (filters: SkillFilters) => filters.direction ?? naturalDirection(sortOf(filters));

export const longestQuery = 200;
const longestAgent = 80;

/** Reads the page's search parameters; a repeated one counts once, and one that fits nothing counts as absent. */
export function readSkillFilters(params: Record<string, string | string[] | undefined>): SkillFilters {
  const first = (name: string) => [params[name]].flat()[0] ?? "";
  const oneOf = <Value extends string>(values: readonly Value[], name: string) =>
    values.find((value) => value === first(name));
  const query = first("query").trim();
  const agent = first("agent");
  const name = first("name").trim();
  return {
    query: query.length > longestQuery ? "" : query,
    state: oneOf(skillStates, "state"),
    agent: agent === "" || agent.length > longestAgent ? undefined : agent,
    findings: oneOf(findingsFilters, "findings"),
    source: oneOf(shownSources, "source"),
    proof: oneOf(proofStandings, "proof"),
    name: name === "" || name.length > longestQuery ? undefined : name,
    sort: oneOf(skillSorts, "sort"),
    direction: oneOf(directions, "direction"),
  };
}

/** The shortest address that shows the same: defaults are left out. Starts with "?" or is empty. */
export function writeSkillFilters(filters: SkillFilters): string {
  const params = new URLSearchParams();
  if (filters.query !== "") params.set("query", filters.query);
  if (filters.state !== undefined) params.set("state", filters.state);
  if (filters.agent !== undefined) params.set("agent", filters.agent);
  if (filters.findings !== undefined) params.set("findings", filters.findings);
  if (filters.source !== undefined) params.set("source", filters.source);
  if (filters.proof !== undefined) params.set("proof", filters.proof);
  if (filters.name !== undefined) params.set("name", filters.name);
  if (sortOf(filters) !== sortOf({ ...filters, sort: undefined })) params.set("sort", sortOf(filters));
  if (directionOf(filters) !== naturalDirection(sortOf(filters)))
    params.set("direction", directionOf(filters));
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}

/** A click on a header: sorts by it, or turns round what is sorted by it already. */
export function sortedBy(filters: SkillFilters, sort: SkillSort): SkillFilters {
  if (sortOf(filters) !== sort) return { ...filters, sort, direction: undefined };
  return { ...filters, direction: directionOf(filters) === "asc" ? "desc" : "asc" };
}

/** Whether runs of suites move which skills it holds, or their order. */
export const isByProof = (filters: SkillFilters) =>
  filters.proof !== undefined || sortOf(filters) === "recall";

/** Whether anything hides skills; sorting does not. */
export const isFiltered = ({ query, ...filters }: SkillFilters) =>
  query !== "" ||
  [filters.state, filters.agent, filters.findings, filters.source, filters.proof, filters.name].some(
    (filter) => filter !== undefined,
  );

/** Shows everything, in the same order. */
export const unfiltered = ({ sort, direction }: SkillFilters): SkillFilters => ({
  query: "",
  sort,
  direction,
});
