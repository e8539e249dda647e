import { join, resolve } from "node:path";
import { withDatabaseModule } from "../database/run-on-database";
import { defaultFolder, installPackage } from "../install-package";
import { print } from "../print-text";
import { readOption } from "../read-option";
import { reportChecks } from "../report-checks";
import type { McpPrograms } from "./try-mcp-clients";

const usage = `npm run bench -- mcp-clients [--folder <folder>]

Serves an agent over MCP on loopback, on a database of its own, to the clients themselves, each with a home of its own:
the conformance suite's scenarios of the skills extension, MCP Inspector with --verify, the official client, and the AI
SDK's.

  --folder   where the clients are installed; GREENROOM_HOSTS_DIR, or a folder of the user's cache
`;

const packages = {
  conformance: {
    id: "mcp-conformance",
    package: "@modelcontextprotocol/conformance",
    version: "0.2.0-alpha.12",
  },
  inspector: { id: "mcp-inspector", package: "@modelcontextprotocol/inspector", version: "2.12.0" },
  official: { id: "mcp-client", package: "@modelcontextprotocol/client", version: "2.4.0" },
  aiSdk: { id: "ai-sdk-mcp", package: "@ai-sdk/mcp", version: "2.0.99" },
} as const satisfies Record<keyof McpPrograms, unknown>;

/** Exits 1 when a client does not get what is delivered; 0 with a message where npm cannot be reached. */
export async function run(options: readonly string[]): Promise<number> {
  if (options.includes("--help")) {
    print(usage);
    return 0;
  }
  const folder = resolve(readOption(options, "folder") ?? defaultFolder());
  const modulesOf = (name: keyof McpPrograms): string | null => {
    const bin = installPackage(packages[name], folder);
    return bin && join(bin, "..");
  };
  const programs: McpPrograms = {
    conformance: modulesOf("conformance"),
    inspector: modulesOf("inspector"),
    official: modulesOf("official"),
    aiSdk: modulesOf("aiSdk"),
  };
  return withDatabaseModule<typeof import("./try-mcp-clients")>(
    "/bench/mcp-clients/try-mcp-clients.ts",
    async ({ tryMcpClients }) => {
      return reportChecks(await tryMcpClients(programs)) > 0 ? 1 : 0;
    },
  );
}
