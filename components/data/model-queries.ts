import { queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import { moduleKey } from "./query-keys";

const models = (api: Clients["models"]) => api.workspaces[":workspace"].models;

export const modelKeys = {
  all: (workspace: string) => moduleKey("models", workspace),
};

/** The workspace's connections, archived ones last. */
export const modelsQuery = (api: Clients["models"], workspace: string) =>
  queryOptions({
    queryKey: [...modelKeys.all(workspace), "list"],
    queryFn: () => unwrap(models(api).$get({ param: { workspace } })),
  });

/** Asks the hosts that the operator allows, so only when somebody is about to add a model. */
export const localServersQuery = (api: Clients["models"], workspace: string) =>
  queryOptions({
    queryKey: [...modelKeys.all(workspace), "local"],
    queryFn: () => unwrap(models(api).local.$get({ param: { workspace } })),
    staleTime: 30_000,
    retry: false,
  });

/** Where texts are embedded for searches. While skills are on their way it is asked again. */
export const embeddingsQuery = (api: Clients["embeddings"], workspace: string) =>
  queryOptions({
    queryKey: [...modelKeys.all(workspace), "embeddings"],
    queryFn: () => unwrap(api.workspaces[":workspace"].embeddings.$get({ param: { workspace } })),
  });
