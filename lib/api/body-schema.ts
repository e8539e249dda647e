import { z } from "@hono/zod-openapi";

type Change = (schema: z.ZodType) => z.ZodType;

/**
 * The schema for a request's body: every object in it is closed, so that a field it does not know is refused by its
 * name instead of being left out, because whoever sent it believes that it was kept. Objects that say themselves what
 * else they take stay as they are.
 */
export function closedBody<T extends z.ZodType>(schema: T): T;
export function closedBody(schema: z.ZodType): z.ZodType {
  return changeParts(schema, (part) => mayBeAbsent(closed(part)));
}

/** The schema as the document's generator understands it: what may be absent is not among what is required. */
export function documented<T extends z.ZodType>(schema: T): T;
export function documented(schema: z.ZodType): z.ZodType {
  return changeParts(schema, mayBeAbsent);
}

const closed: Change = (schema) =>
  schema instanceof z.ZodObject && schema.def.catchall === undefined
    ? again(schema, { catchall: z.never() })
    : schema;

/** The generator asks whether `undefined` would do, which JSON has not: a field is there or it is not. */
const mayBeAbsent: Change = (schema) =>
  schema instanceof z.ZodExactOptional ? z.optional(schema.unwrap()) : schema;

/** The schema with its parts changed, the innermost first, and then itself; the same object where nothing is. */
function changeParts(schema: z.ZodType, change: Change): z.ZodType {
  const part = (inner: unknown): unknown => (inner instanceof z.ZodType ? changeParts(inner, change) : inner);
  return change(over(schema, part));
}

function over(schema: z.ZodType, part: (inner: unknown) => unknown): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const shape = Object.entries(schema.shape).map(([name, inner]) => [name, inner, part(inner)] as const);
    if (shape.every(([, before, after]) => before === after)) return schema;
    return again(schema, { shape: Object.fromEntries(shape.map(([name, , after]) => [name, after])) });
  }
  if (schema instanceof z.ZodUnion) {
    const options = schema.options.map(part);
    return options.every((option, at) => option === schema.options[at]) ? schema : again(schema, { options });
  }
  if (schema instanceof z.ZodArray) return withPart(schema, "element", part(schema.element), schema.element);
  if (schema instanceof z.ZodRecord)
    return withPart(schema, "valueType", part(schema.valueType), schema.valueType);
  if (schema instanceof z.ZodPipe) return withPart(schema, "in", part(schema.in), schema.in);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodReadonly
  )
    return withPart(schema, "innerType", part(schema.unwrap()), schema.unwrap());
  return schema;
}

const withPart = (schema: z.ZodType, name: string, after: unknown, before: unknown): z.ZodType =>
  after === before ? schema : again(schema, { [name]: after });

/** The same schema, checks and all, over other parts. */
const again = (schema: z.ZodType, parts: object): z.ZodType =>
  schema.clone({ ...schema.def, ...parts }, { parent: true });
