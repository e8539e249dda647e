import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import { ownPaceKey } from "./query-keys";

/** So many of each kind are offered at once. */
const perKind = "6";

/** The server's own order and search, so that what is not loaded is found too. */
const asking = (query: string) => ({ limit: perKind, ...(query === "" ? {} : { query }) });

export const paletteSkillsQuery = (api: Clients["library"], workspace: string, query: string) =>
  queryOptions({
    queryKey: [...ownPaceKey("library", workspace, "palette"), query],
    queryFn: () =>
      unwrap(api.workspaces[":workspace"].skills.$get({ param: { workspace }, query: asking(query) })),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });

export const paletteAgentsQuery = (api: Clients["agents"], workspace: string, query: string) =>
  queryOptions({
    queryKey: [...ownPaceKey("agents", workspace, "palette"), query],
    queryFn: () =>
      unwrap(api.workspaces[":workspace"].agents.$get({ param: { workspace }, query: asking(query) })),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });

export const paletteConversationsQuery = (api: Clients["sessions"], workspace: string, query: string) =>
  queryOptions({
    queryKey: [...ownPaceKey("sessions", workspace, "palette"), query],
    queryFn: () =>
      unwrap(api.workspaces[":workspace"].conversations.$get({ param: { workspace }, query: asking(query) })),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
