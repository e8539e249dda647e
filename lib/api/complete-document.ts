import { operationIdOf } from "./operation-id";
import type { createApi } from "./route";

type Document = ReturnType<ReturnType<typeof createApi>["getOpenAPI31Document"]>;
type Operation = NonNullable<NonNullable<Document["paths"]>[string]["get"]>;

const methods = ["get", "post", "put", "patch", "delete"] as const;

const problem = (description: string) => ({
  description,
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
});

/**
 * The document with what holds for every operation and no route says: the name that generated clients call it by, that
 * what stands in an address is always there (https://spec.openapis.org/oas/v3.1.1#parameter-object), and what the
 * server answers before or instead of the operation.
 */
export function completeDocument(document: Document): Document {
  for (const [path, item] of Object.entries(document.paths ?? {}))
    for (const method of methods) {
      const operation = item[method];
      if (operation) complete(operation, method, path);
    }
  return document;
}

function complete(operation: Operation, method: string, path: string): void {
  operation.operationId = operationIdOf(method, path);
  for (const parameter of operation.parameters ?? [])
    if ("in" in parameter && parameter.in === "path") parameter.required = true;
  operation.responses = {
    ...operation.responses,
    ...(operation.requestBody && { 413: problem("The request is too large") }),
    default: problem("Something broke on our side: the server's log has the reason under the trace id"),
  };
}
