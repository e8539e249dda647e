import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import { byProof, moduleKey, ownPaceKey } from "./query-keys";
import { directionOf, isByProof, type SkillFilters } from "./skill-filters";

const pageSize = 100;
const workspacePath = (api: Clients["library"]) => api.workspaces[":workspace"];

export const libraryKeys = {
  all: (workspace: string) => moduleKey("library", workspace),
  skills: (workspace: string) => [...moduleKey("library", workspace), "skills"] as const,
  lists: (workspace: string) => [...libraryKeys.skills(workspace), "list"] as const,
  imports: (workspace: string) => ownPaceKey("library", workspace, "imports"),
};

/** The filters as the API takes them; a filter that is not set is absent. */
export const listQuery = (filters: SkillFilters) => ({
  ...(filters.query === "" ? {} : { query: filters.query }),
  ...(filters.state === undefined ? {} : { state: filters.state }),
  ...(filters.agent === undefined ? {} : { agent: filters.agent }),
  ...(filters.findings === undefined ? {} : { findings: filters.findings }),
  ...(filters.source === undefined ? {} : { source: filters.source }),
  ...(filters.proof === undefined ? {} : { proof: filters.proof }),
  ...(filters.name === undefined ? {} : { name: filters.name }),
  ...(filters.sort === undefined ? {} : { sort: filters.sort }),
  direction: directionOf(filters),
});

/** The list as the address describes it, page after page. */
export const skillsQuery = (api: Clients["library"], workspace: string, filters: SkillFilters) =>
  infiniteQueryOptions({
    queryKey: [...libraryKeys.lists(workspace), filters, ...(isByProof(filters) ? [byProof] : [])],
    queryFn: ({ pageParam }) =>
      unwrap(
        workspacePath(api).skills.$get({
          param: { workspace },
          query: {
            ...listQuery(filters),
            limit: String(pageSize),
            ...(pageParam === "" ? {} : { cursor: pageParam }),
          },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

/** Skills whose name or text fits `query`, by name; for pickers and for finding out whether a name is free. */
export const skillSearchQuery = (api: Clients["library"], workspace: string, query: string, limit: number) =>
  queryOptions({
    queryKey: [...libraryKeys.skills(workspace), "search", query, limit],
    queryFn: () =>
      unwrap(
        workspacePath(api).skills.$get({
          param: { workspace },
          query: { ...(query === "" ? { sort: "name" } : { query }), limit: String(limit) },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** What a form would make of a skill; asked for anew each time, as a draft moves on. */
const formQuery =
  <Answer>(form: string, ask: (api: Clients["library"], asked: AskedForm) => Promise<Answer>) =>
  (api: Clients["library"], workspace: string, skill: string, version: string) =>
    queryOptions({
      queryKey: [...libraryKeys.skills(workspace), skill, form, version],
      queryFn: () => ask(api, { param: { workspace, skill }, query: { version } }),
      staleTime: 0,
    });

type AskedForm = { param: { workspace: string; skill: string }; query: { version: string } };

/** What the portable form of a skill would change. */
export const portableReportQuery = formQuery("portable", (api, asked) =>
  unwrap(workspacePath(api).skills[":skill"].export.portable.$get(asked)),
);

/** What every host would get of a skill. */
export const skillTargetsQuery = formQuery("targets", (api, asked) =>
  unwrap(workspacePath(api).skills[":skill"].export.targets.$get(asked)),
);

export const importsQuery = (api: Clients["library"], workspace: string) =>
  queryOptions({
    queryKey: [...libraryKeys.imports(workspace), "list"],
    queryFn: () => unwrap(workspacePath(api).imports.$get({ param: { workspace } })),
  });

export const importQuery = (api: Clients["library"], workspace: string, id: string) =>
  queryOptions({
    queryKey: [...libraryKeys.imports(workspace), "one", id],
    queryFn: async () => {
      const answer = unwrap(workspacePath(api).imports[":import"].$get({ param: { workspace, import: id } }));
      const [{ importSchema }, found] = await Promise.all([import("@/lib/imports/import-schema"), answer]);
      return importSchema.parse(found);
    },
  });
