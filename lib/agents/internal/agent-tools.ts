import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { env } from "@/lib/platform/env";
import { checkAddress, GuardError } from "@/lib/platform/guarded-fetch";
import { sealedSecret } from "@/lib/platform/sealed-secret";
import {
  type AgentTool,
  type agentToolsInputSchema,
  type StoredServer,
  type StoredTool,
  storedToolsSchema,
} from "../tool-schema";

type ToolInput = z.output<typeof agentToolsInputSchema>[number];
type ServerInput = Extract<ToolInput, { kind: "mcp" }>;

const parseTools = (stored: unknown): StoredTool[] => storedToolsSchema.safeParse(stored).data ?? [];

/** The agent's tools as they are stored. */
export async function readTools(context: WorkspaceContext, agentId: string): Promise<StoredTool[]> {
  const row = await context.db.agent.findFirst({
    where: { id: agentId, workspaceId: context.workspace.id },
    select: { tools: true },
  });
  return parseTools(row?.tools);
}

/** Without the values of headers. */
export function shownTools(stored: unknown): AgentTool[] {
  return parseTools(stored).map((tool) =>
    tool.kind === "stub" ? tool : { ...tool, headers: tool.headers.map(({ name }) => ({ name })) },
  );
}

/** Seals what is new and keeps what was not given again. UNPROCESSABLE for an address that is not to be reached. */
export function storeTools(tools: readonly ToolInput[], before: readonly StoredTool[]): StoredTool[] {
  return tools.map((tool) => {
    if (tool.kind === "stub") return tool;
    const known = before.find((old): old is StoredServer => old.kind === "mcp" && old.id === tool.id);
    const url = reachable(tool.url);
    return { ...tool, url, headers: sealHeaders(tool, url, known) };
  });
}

/** Whether a header got another value, which nobody can see in what is shown. */
export const hasNewValue = (tools: readonly ToolInput[] | undefined): boolean =>
  tools?.some((tool) => tool.kind === "mcp" && tool.headers.some(({ value }) => value !== undefined)) ??
  false;

const jsonArraySchema = z.array(z.json());

/** In JSON's own types, for the database. */
export const toJson = (tools: readonly StoredTool[]) => jsonArraySchema.parse(tools);

/** The headers of a server as they are sent. */
export function openHeaders({ id, headers }: Pick<StoredServer, "id" | "headers">): Record<string, string> {
  return Object.fromEntries(
    headers.map(({ name, sealed }) => [name, kept.unseal(id, Buffer.from(sealed, "base64"))]),
  );
}

const kept = sealedSecret("mcp-server");

export function reachable(address: string): string {
  try {
    return checkAddress(address, env().allowedHosts).href;
  } catch (error) {
    if (error instanceof GuardError) throw new AppError("UNPROCESSABLE", error.message, { cause: error });
    throw error;
  }
}

/** A stored value goes only to the host it was given for. */
function sealHeaders(
  { id, headers }: ServerInput,
  url: string,
  known: StoredServer | undefined,
): StoredServer["headers"] {
  const isMoved = known !== undefined && new URL(known.url).origin !== new URL(url).origin;
  return headers.map(({ name, value }) => {
    if (value !== undefined) return { name, sealed: Buffer.from(kept.seal(id, value)).toString("base64") };
    const held = isMoved ? undefined : known?.headers.find((header) => header.name === name);
    if (held) return held;
    throw new AppError(
      "UNPROCESSABLE",
      `Type the value of the header ${name}${isMoved ? " again: it was given for another address" : ""}.`,
    );
  });
}
