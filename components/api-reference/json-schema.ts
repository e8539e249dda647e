import { z } from "zod";

/** The part of JSON Schema that the API's document uses. */
export type JsonSchema = {
  $ref?: string | undefined;
  type?: string | string[] | undefined;
  format?: string | undefined;
  description?: string | undefined;
  const?: unknown;
  enum?: unknown[] | undefined;
  default?: unknown;
  example?: unknown;
  properties?: Record<string, JsonSchema> | undefined;
  required?: string[] | undefined;
  items?: JsonSchema | undefined;
  additionalProperties?: boolean | JsonSchema | undefined;
  anyOf?: JsonSchema[] | undefined;
  oneOf?: JsonSchema[] | undefined;
  allOf?: JsonSchema[] | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
};

export const jsonSchemaSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    format: z.string().optional(),
    description: z.string().optional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    default: z.unknown().optional(),
    example: z.unknown().optional(),
    properties: z.record(z.string(), jsonSchemaSchema).optional(),
    required: z.array(z.string()).optional(),
    items: jsonSchemaSchema.optional(),
    additionalProperties: z.union([z.boolean(), jsonSchemaSchema]).optional(),
    anyOf: z.array(jsonSchemaSchema).optional(),
    oneOf: z.array(jsonSchemaSchema).optional(),
    allOf: z.array(jsonSchemaSchema).optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
  }),
);

const indentOf = (depth: number) => "  ".repeat(depth);
const deepest = 8;

/** A schema as a short type that people read: `{ name: string, labels: string[] | null }`, one property a line. */
export function describeSchema(schema: JsonSchema, depth = 0): string {
  if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "object";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const options = schema.oneOf ?? schema.anyOf;
  if (options) return options.map((option) => describeSchema(option, depth)).join(" | ");
  if (schema.allOf) return schema.allOf.map((part) => describeSchema(part, depth)).join(" & ");
  const names = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  return names.length === 0 ? "any" : names.map((name) => describeType(name, schema, depth)).join(" | ");
}

function describeType(name: string, schema: JsonSchema, depth: number): string {
  if (name === "array") return describeArray(schema.items, depth);
  if (name === "object") return describeObject(schema, depth);
  return schema.format ? `${name} (${schema.format})` : name;
}

function describeArray(items: JsonSchema | undefined, depth: number): string {
  const inner = items ? describeSchema(items, depth) : "any";
  return inner.includes(" | ") && !inner.startsWith("{") ? `(${inner})[]` : `${inner}[]`;
}

function describeObject(schema: JsonSchema, depth: number): string {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) {
    const rest = schema.additionalProperties;
    return typeof rest === "object" ? `{ [key]: ${describeSchema(rest, depth)} }` : "object";
  }
  if (depth > deepest) return "{ … }";
  const required = new Set(schema.required);
  const lines = properties.map(([name, property]) => {
    const optional = required.has(name) ? "" : "?";
    const note = property.description ? `  // ${property.description}` : "";
    return `${indentOf(depth + 1)}${name}${optional}: ${describeSchema(property, depth + 1)}${note}`;
  });
  return `{\n${lines.join("\n")}\n${indentOf(depth)}}`;
}

/** A value that fits: examples and defaults first, then the least of each type. Optional properties stay out. */
export function exampleOf(schema: JsonSchema): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const option = (schema.oneOf ?? schema.anyOf ?? schema.allOf)?.[0];
  if (option) return exampleOf(option);
  const type = typeof schema.type === "string" ? schema.type : schema.type?.[0];
  if (type === "array") return schema.items ? [exampleOf(schema.items)] : [];
  if (type === "object") return exampleObject(schema);
  if (type === "integer" || type === "number") return schema.minimum ?? 0;
  if (type === "boolean") return true;
  return type === "null" ? null : "…";
}

function exampleObject(schema: JsonSchema): Record<string, unknown> {
  const required = new Set(schema.required);
  const wanted = Object.entries(schema.properties ?? {}).filter(([name]) => required.has(name));
  return Object.fromEntries(wanted.map(([name, property]) => [name, exampleOf(property)]));
}
