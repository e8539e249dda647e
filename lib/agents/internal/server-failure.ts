import { redactText } from "@/lib/findings/redact-text";
import { GuardError } from "@/lib/platform/guarded-fetch";

const longest = 300;

/** What an MCP server failed with, for people: our guard's own words, or the beginning of what was said. */
export function wordsOfFailure(error: unknown): string {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof GuardError) return cause.message;
    if (cause.name === "TimeoutError" || /timed? ?out/i.test(cause.message))
      return "It did not answer in time.";
    if ("code" in cause && cause.code === "ECONNREFUSED") return "Nothing answers at its address.";
  }
  const said = error instanceof Error ? error.message : String(error);
  // What the client says to it is advice for programmers: agents' servers are asked over streamable HTTP alone.
  const status = /^MCP HTTP Transport Error: POSTing to endpoint \(HTTP (404|405)\)/.exec(said)?.[1];
  if (status)
    return `It does not answer as an MCP server over streamable HTTP (status ${status}). Is this its address? It often ends with /mcp.`;
  return redactText(said.replace(/\s+/g, " ")).slice(0, longest);
}
