import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ActivityGroupBy, ActivityPeriod } from "@/lib/activity/activity-options";
import { type Clients, unwrap } from "@/lib/api/client";
import { ownPaceKey } from "./query-keys";

type Activity = Clients["activity"];

/** Counted behind what happens, so that no change which is told of asks for it again. */
const key = (workspace: string, ...rest: readonly (string | number)[]) =>
  [...ownPaceKey("library", workspace, "activity"), ...rest] as const;

export const skillActivityQuery = (
  api: Activity,
  workspace: string,
  skill: string,
  { days, by }: { days: ActivityPeriod; by: ActivityGroupBy },
) =>
  queryOptions({
    queryKey: key(workspace, "skill", skill, days, by),
    queryFn: () =>
      unwrap(
        api.workspaces[":workspace"].skills[":skill"].activity.$get({
          param: { workspace, skill },
          query: { days: String(days), by },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const workspaceActivityQuery = (api: Activity, workspace: string, days: ActivityPeriod) =>
  queryOptions({
    queryKey: key(workspace, "workspace", days),
    queryFn: () =>
      unwrap(
        api.workspaces[":workspace"].activity.$get({ param: { workspace }, query: { days: String(days) } }),
      ),
    placeholderData: keepPreviousData,
  });
