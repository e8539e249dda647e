import { toRecord } from "@/lib/hosts/json-values";

/** Schemas of schemas end here. */
const deepest = 8;

/**
 * The plainest value that fits a JSON schema, with `text` wherever a text is asked for: hosts ask models for a title or
 * a choice in a form of their own, and go on only with an answer of that form.
 */
export function exampleOf(schema: unknown, text: string, depth = 0): unknown {
  const fields = toRecord(schema);
  if (depth > deepest) return null;
  if ("const" in fields) return fields.const;
  if (Array.isArray(fields.enum)) return fields.enum[0];
  const choices = [fields.anyOf, fields.oneOf, fields.allOf].find(Array.isArray);
  if (choices) return exampleOf(choices[0], text, depth + 1);
  const type = String(Array.isArray(fields.type) ? fields.type[0] : fields.type).toLowerCase();
  switch (type) {
    case "string":
      return text.slice(0, typeof fields.maxLength === "number" ? fields.maxLength : 60);
    case "number":
    case "integer":
      return typeof fields.minimum === "number" ? fields.minimum : 1;
    case "boolean":
      return false;
    case "array":
      return Number(fields.minItems) > 0 ? [exampleOf(fields.items, text, depth + 1)] : [];
    case "null":
      return null;
    default:
      return Object.fromEntries(
        Object.entries(toRecord(fields.properties)).map(([name, value]) => [
          name,
          exampleOf(value, text, depth + 1),
        ]),
      );
  }
}

/** The form that a request wants its answer in, wherever its protocol says so; null where any text will do. */
export function wantedForm(body: unknown): unknown {
  const { output_config, output_format, text, response_format, generationConfig, generation_config } =
    toRecord(body);
  const config = toRecord(generationConfig ?? generation_config);
  const found = [
    toRecord(toRecord(output_config).format).schema,
    toRecord(output_format).schema,
    toRecord(toRecord(text).format).schema,
    toRecord(toRecord(response_format).json_schema).schema,
    config.responseJsonSchema,
    config.responseSchema,
  ];
  return found.find((schema) => schema !== undefined) ?? null;
}
