import { queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import type { ProvenSkill } from "@/lib/proof/proven/proven-schema";
import { proofKey } from "./proof-queries";
import { readAllPages } from "./read-all-pages";

/** What was measured of skills, by their id; skills that are not in it were not measured. */
export const provenSkillsQuery = (api: Clients["proof"], workspace: string) =>
  queryOptions({
    queryKey: proofKey(workspace, "proven", ""),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, ProvenSkill>> => {
      const items = await readAllPages<ProvenSkill>((from) =>
        unwrap(
          api.workspaces[":workspace"].proof.$get(
            { param: { workspace }, query: { limit: "500", ...from } },
            { init: { signal } },
          ),
        ),
      );
      return new Map(items.map((one) => [one.skillId, one]));
    },
    meta: { silent: true },
  });
