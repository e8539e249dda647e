import { z } from "zod";
import { mcpDoor } from "@/lib/api/mcp-door";

type Sent = {
  agent?: string;
  /** Without one none is sent. */
  key?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
};

/** What somebody sends to an agent's MCP server, a body that is text as it is. */
export function sendToMcp({
  agent = "desk",
  key,
  method = "POST",
  headers = {},
  body,
}: Sent): Promise<Response> {
  const request = new Request(`http://greenroom.test/mcp/${agent}`, {
    method,
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return Promise.resolve(mcpDoor.fetch(request));
}

const answerSchema = z.object({
  id: z.union([z.number(), z.string()]).nullable().optional(),
  method: z.string().optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
});
export type McpAnswer = z.infer<typeof answerSchema>;

/** The messages of an answer, whether it is JSON or a stream of events. */
export async function messagesOf(response: Response): Promise<McpAnswer[]> {
  const text = await response.text();
  if (!(response.headers.get("content-type") ?? "").startsWith("text/event-stream"))
    return [answerSchema.parse(JSON.parse(text))];
  return text
    .split("\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => answerSchema.parse(JSON.parse(line.slice("data: ".length))));
}

const modernMeta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "scripted", version: "1.0" },
};

/** A scripted client of either generation of the protocol; `ask` answers with the result, or what is wrong. */
export function anMcpClient(
  { agent = "desk", key }: { agent?: string; key: string },
  generation: "2025" | "2026",
) {
  let [last, session] = [0, ""];
  const send = async (method: string, params: Record<string, unknown> = {}) => {
    last += 1;
    const name = params.name ?? params.uri;
    const response = await sendToMcp({
      agent,
      key,
      headers:
        generation === "2026"
          ? {
              "mcp-protocol-version": "2026-07-28",
              "mcp-method": method,
              ...(typeof name === "string" ? { "mcp-name": name } : {}),
            }
          : {
              "mcp-protocol-version": "2025-11-25",
              ...(session === "" ? {} : { "mcp-session-id": session }),
            },
      body: {
        jsonrpc: "2.0",
        id: last,
        method,
        params: generation === "2026" ? { ...params, _meta: modernMeta } : params,
      },
    });
    session = response.headers.get("mcp-session-id") ?? session;
    return response;
  };
  const ask = async (method: string, params?: Record<string, unknown>): Promise<McpAnswer> => {
    const answers = await messagesOf(await send(method, params));
    const answer = answers.find(({ id }) => id === last) ?? answers.at(-1);
    if (!answer) throw new Error(`${method} was not answered`);
    return answer;
  };
  return {
    send,
    ask,
    session: () => session,
    /** What clients do first. */
    begin: (): Promise<McpAnswer> =>
      generation === "2026"
        ? ask("server/discover")
        : ask("initialize", {
            protocolVersion: "2025-11-25",
            capabilities: {},
            clientInfo: { name: "scripted", version: "1.0" },
          }),
  };
}
