import type { WireProtocol } from "./gateway-options";

/** The list of models that a key opens, in each protocol's own shape: there is one. */
export function listOneModel(protocol: WireProtocol, id: string): Response {
  return Response.json(lists[protocol](id), { headers: { "cache-control": "no-store" } });
}

const ofOpenAi = (id: string) => ({
  object: "list",
  data: [{ id, object: "model", created: 0, owned_by: "greenroom" }],
});

const lists: Record<WireProtocol, (id: string) => object> = {
  messages: (id) => ({
    data: [{ type: "model", id, display_name: id, created_at: "1970-01-01T00:00:00Z" }],
    has_more: false,
    first_id: id,
    last_id: id,
  }),
  responses: ofOpenAi,
  "chat-completions": ofOpenAi,
  "generate-content": (id) => ({
    models: [
      {
        name: `models/${id}`,
        displayName: id,
        supportedGenerationMethods: ["generateContent", "streamGenerateContent", "countTokens"],
      },
    ],
  }),
};
