import { z } from "zod";
import { directions, findingsFilters, skillSorts, skillStates } from "@/lib/library/schema";

/** What the list shows, as it stands in the page's address. An address that fits nothing shows everything. */
export const skillFiltersSchema = z.object({
  query: z.string().trim().max(200).default("").catch(""),
  state: z.enum(skillStates).optional().catch(undefined),
  agent: z.string().min(1).max(80).optional().catch(undefined),
  findings: z.enum(findingsFilters).optional().catch(undefined),
  sort: z.enum(skillSorts).default("updated").catch("updated"),
  direction: z.enum(directions).optional().catch(undefined),
});
export type SkillSort = (typeof skillSorts)[number];
export type SkillFilters = z.output<typeof skillFiltersSchema>;

/** Words first to last, numbers and times largest first: what one wants to see when clicking a header once. */
export const naturalDirection = (sort: SkillSort) => (sort === "name" ? "asc" : "desc");

export const directionOf = (filters: SkillFilters) => filters.direction ?? naturalDirection(filters.sort);

/** Reads the page's search parameters; a repeated parameter counts once. */
export function readSkillFilters(params: Record<string, string | string[] | undefined>): SkillFilters {
  const first = Object.entries(params).map(([key, value]) => [key, Array.isArray(value) ? value[0] : value]);
  return skillFiltersSchema.parse(Object.fromEntries(first));
}

/** The shortest address that shows the same: defaults are left out. Starts with "?" or is empty. */
export function writeSkillFilters(filters: SkillFilters): string {
  const params = new URLSearchParams();
  if (filters.query !== "") params.set("query", filters.query);
  if (filters.state !== undefined) params.set("state", filters.state);
  if (filters.agent !== undefined) params.set("agent", filters.agent);
  if (filters.findings !== undefined) params.set("findings", filters.findings);
  if (filters.sort !== "updated") params.set("sort", filters.sort);
  if (directionOf(filters) !== naturalDirection(filters.sort)) params.set("direction", directionOf(filters));
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}

/** A click on a header: sorts by it, or turns round what is sorted by it already. */
export function sortedBy(filters: SkillFilters, sort: SkillSort): SkillFilters {
  if (filters.sort !== sort) return { ...filters, sort, direction: undefined };
  return { ...filters, direction: directionOf(filters) === "asc" ? "desc" : "asc" };
}

/** Whether anything hides skills; sorting does not. */
export const isFiltered = ({ query, state, agent, findings }: SkillFilters) =>
  query !== "" || state !== undefined || agent !== undefined || findings !== undefined;
