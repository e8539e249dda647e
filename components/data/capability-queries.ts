import { queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import { skillKeys } from "./skill-queries";

export type AskedCapabilities = { workspace: string; skill: string; version: string; against: string };

/** What one side of a comparison can do, and what of that the other cannot. */
export const capabilitiesQuery = (
  api: Clients["library"],
  { workspace, skill, version, against }: AskedCapabilities,
) =>
  queryOptions({
    queryKey: [...skillKeys.draft(workspace, skill), "capabilities", version, against],
    queryFn: () =>
      unwrap(
        api.workspaces[":workspace"].skills[":skill"].capabilities.$get({
          param: { workspace, skill },
          query: { version, against },
        }),
      ),
  });
