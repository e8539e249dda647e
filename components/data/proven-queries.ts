import { queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import type { ProvenList, ProvenSkill } from "@/lib/proof/proven-schema";
import { proofKey } from "./proof-queries";

/** What was measured of skills, by their id; skills that are not in it were not measured. */
export const provenSkillsQuery = (api: Clients["proof"], workspace: string) =>
  queryOptions({
    queryKey: proofKey(workspace, "proven", ""),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, ProvenSkill>> => {
      const items: ProvenSkill[] = [];
      let cursor: string | null = null;
      do {
        const page: ProvenList = await unwrap(
          api.workspaces[":workspace"].proof.$get(
            { param: { workspace }, query: { limit: "500", ...(cursor ? { cursor } : {}) } },
            { init: { signal } },
          ),
        );
        items.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor);
      return new Map(items.map((one) => [one.skillId, one]));
    },
    meta: { silent: true },
  });
