import "server-only";
import { env } from "@/lib/platform/env";

const base = (): string => env().publicUrl.replace(/\/+$/, "");

/** Where an agent's MCP server is, by the public address of this one: what a proxy was asked for counts for nothing. */
export const mcpUrl = (agent: string): string => `${base()}/mcp/${encodeURIComponent(agent)}`;

/** Where clients read how to get in (RFC 9728, 3.1). */
export const metadataUrl = (agent: string): string =>
  `${base()}/.well-known/oauth-protected-resource/mcp/${encodeURIComponent(agent)}`;

/**
 * How to get in (RFC 9728, 2), the same for an agent that is not there. No authorization server is named: keys are made
 * by people, in the app, and go into the client's settings.
 */
export const resourceMetadata = (agent: string) => ({
  resource: mcpUrl(agent),
  resource_name: "Skills of an agent, from Greenroom",
  bearer_methods_supported: ["header"],
  scopes_supported: ["deliver"],
});

/** What a client is told that was not let in (RFC 6750, 3; RFC 9728, 5.1). */
export function challenge(agent: string, error: "invalid_token" | "insufficient_scope" | null): string {
  const parts = [
    'realm="Greenroom"',
    ...(error === null ? [] : [`error="${error}"`]),
    'scope="deliver"',
    `resource_metadata="${metadataUrl(agent)}"`,
  ];
  return `Bearer ${parts.join(", ")}`;
}

/**
 * Whether a request comes from a page of another site, as the transport asks servers to see (2025-11-25, Security
 * Warning): a name that somebody points at this machine makes its pages say that name here, and never ours. Programs
 * send no Origin.
 */
export function isFromElsewhere(headers: Headers): boolean {
  const origin = headers.get("origin");
  return origin !== null && origin !== new URL(env().publicUrl).origin;
}
