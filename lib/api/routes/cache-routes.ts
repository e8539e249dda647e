import "server-only";
import { runtimeCachesSchema } from "@/lib/library/caches/cache-schema";
import { getCaches } from "@/lib/library/caches/get-caches";
import { clearCaches } from "@/lib/library/commands/clear-caches";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, workspaceParams } from "../route";

const operation = operationsUnder("Instance");
const path = "/workspaces/{workspace}/caches";

export const cacheRoutes = createApi().openapiRoutes([
  operation("get", path, {
    summary: "What the answering server keeps in memory of packages",
    params: workspaceParams,
    answer: jsonResponse(runtimeCachesSchema, "Its caches"),
    run: getCaches,
  }),
  operation("delete", path, {
    summary: "Empty the caches of every server",
    params: workspaceParams,
    answer: jsonResponse(runtimeCachesSchema, "Emptied, here at once"),
    run: clearCaches,
  }),
]);
