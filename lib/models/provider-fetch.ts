import "server-only";
import { createGuardedFetch } from "@/lib/platform/guarded-fetch";

declare global {
  var greenroomProviderFetch: typeof fetch | undefined;
}

/** The one fetch that asks providers and MCP servers; its connections are kept for the next request. */
export function providerFetch(): typeof fetch {
  globalThis.greenroomProviderFetch ??= createGuardedFetch();
  return globalThis.greenroomProviderFetch;
}
