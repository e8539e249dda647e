import { z } from "zod";
import { exampleOf, type JsonSchema, jsonSchemaSchema } from "./json-schema";

const contentSchema = z.record(z.string(), z.object({ schema: jsonSchemaSchema.optional() }));

const operationSchema = z.object({
  summary: z.string().default(""),
  description: z.string().optional(),
  tags: z.array(z.string()).default([]),
  security: z.array(z.unknown()).optional(),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.boolean().default(false),
        description: z.string().optional(),
        schema: jsonSchemaSchema.optional(),
      }),
    )
    .default([]),
  requestBody: z.object({ content: contentSchema }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: contentSchema.optional() })),
});

const methods = z.enum(["get", "post", "put", "patch", "delete"]);

/** What this page reads of an OpenAPI 3.1 document. */
export const openApiSchema = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string().default("") }),
  paths: z.record(z.string(), z.partialRecord(methods, operationSchema)),
});
export type OpenApiDocument = z.infer<typeof openApiSchema>;

export type Content = { mediaType: string; schema: JsonSchema };
export type Operation = {
  /** Anchor of the page: "get-api-v1-health". */
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string | undefined;
  isOpen: boolean;
  parameters: z.infer<typeof operationSchema>["parameters"];
  body: Content | null;
  responses: { status: string; description: string; content: Content | null }[];
};
export type OperationGroup = { tag: string; operations: Operation[] };

/** The document's operations by tag, in the order in which they are written. */
export function groupOperations(document: OpenApiDocument): OperationGroup[] {
  const groups = new Map<string, Operation[]>();
  for (const [path, byMethod] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(byMethod)) {
      if (!operation) continue;
      const tag = operation.tags[0] ?? "Other";
      groups.set(tag, [...(groups.get(tag) ?? []), toOperation(method, path, operation)]);
    }
  }
  return [...groups].map(([tag, operations]) => ({ tag, operations }));
}

function toOperation(method: string, path: string, operation: z.infer<typeof operationSchema>): Operation {
  return {
    id: `${method}${path.replace(/[^a-z0-9]+/gi, "-")}`.replace(/-$/, ""),
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    description: operation.description,
    isOpen: operation.security?.length === 0,
    parameters: operation.parameters,
    body: firstContent(operation.requestBody?.content),
    responses: Object.entries(operation.responses).map(([status, response]) => ({
      status,
      description: response.description,
      content: firstContent(response.content),
    })),
  };
}

function firstContent(content: z.infer<typeof contentSchema> | undefined): Content | null {
  const [first] = Object.entries(content ?? {});
  return first ? { mediaType: first[0], schema: first[1].schema ?? {} } : null;
}

/** Everything that an operation is found by. */
export const wordsOf = (tag: string, { method, path, summary, description = "" }: Operation): string =>
  [tag, method, path, summary, description].join(" ");

type CurlTarget = { origin: string; workspace: string };

/** A command that calls the operation with a key, as the page explains. */
export function curlOf(operation: Operation, { origin, workspace }: CurlTarget): string {
  const path = operation.path.replace("{workspace}", workspace);
  const required = operation.parameters.filter((parameter) => parameter.in === "query" && parameter.required);
  const query = required.map(({ name }) => `${name}=…`).join("&");
  const key = operation.isOpen ? "" : `-H "authorization: Bearer $GREENROOM_KEY" `;
  const lines = [`curl ${operation.method === "GET" ? "" : `-X ${operation.method} `}${key}\\`];
  if (operation.body?.mediaType === "application/json") {
    lines.push("  -H 'content-type: application/json' \\");
    lines.push(`  -d '${JSON.stringify(exampleOf(operation.body.schema)).replaceAll("'", "'\\''")}' \\`);
  } else if (operation.body) {
    lines.push("  -F file=@skill.zip \\");
  }
  lines.push(`  '${origin}${path}${query ? `?${query}` : ""}'`);
  return lines.join("\n");
}
