import { z } from "@hono/zod-openapi";
import { describe, expect, it } from "vitest";
import { closedBody, documented } from "./body-schema";

const inner = z.object({ skill: z.string() });

/** The fields that a value is refused for, by their paths. */
function unknownIn(schema: z.ZodType, value: unknown): string[] {
  const result = closedBody(schema).safeParse(value);
  return (result.error?.issues ?? []).flatMap((issue) =>
    issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key].join(".")) : [],
  );
}

describe("a closed body", () => {
  it("takes what it knows as before, with defaults, transforms and checks", () => {
    const schema = z
      .object({ name: z.string().trim(), days: z.number().default(90), tags: z.array(z.string()).optional() })
      .refine(({ name }) => name !== "admin", "Another name, please.");
    expect(closedBody(schema).parse({ name: " a " })).toEqual({ name: "a", days: 90 });
    expect(closedBody(schema).safeParse({ name: "admin" }).error?.issues[0]?.message).toBe(
      "Another name, please.",
    );
  });

  it("refuses a field that it does not know, by its name", () => {
    expect(unknownIn(inner, { skill: "a", description: "lost", more: 1 })).toEqual(["description", "more"]);
    expect(inner.safeParse({ skill: "a", description: "dropped" }).success).toBe(true);
  });

  it.each([
    ["a list", z.object({ all: z.array(inner) }), { all: [{ skill: "a" }, { skill: "b", x: 1 }] }, "all.1.x"],
    ["an optional part", z.object({ one: inner.optional() }), { one: { skill: "a", x: 1 } }, "one.x"],
    ["a nullable part", z.object({ one: inner.nullable() }), { one: { skill: "a", x: 1 } }, "one.x"],
    ["a default", z.object({ one: inner.default({ skill: "a" }) }), { one: { skill: "a", x: 1 } }, "one.x"],
    [
      "a record",
      z.object({ by: z.record(z.string(), inner) }),
      { by: { k: { skill: "a", x: 1 } } },
      "by.k.x",
    ],
    ["a transform", inner.transform(({ skill }) => skill), { skill: "a", x: 1 }, "x"],
    [
      "a chosen kind",
      z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("a"), n: z.number() }),
        z.object({ kind: z.literal("b") }),
      ]),
      { kind: "b", n: 1 },
      "n",
    ],
  ])("looks into %s", (_what, schema, value, path) => {
    expect(unknownIn(schema, value)).toEqual([path]);
  });

  it("looks into unions: none of the kinds takes the field", () => {
    const schema = z.union([z.object({ role: z.string() }), z.object({ id: z.string() })]);
    expect(closedBody(schema).parse({ id: "a" })).toEqual({ id: "a" });
    expect(closedBody(schema).safeParse({ id: "a", role: "b" }).success).toBe(false);
  });

  it("leaves what says itself what else it takes", () => {
    expect(closedBody(z.looseObject({ v: z.number() })).parse({ v: 1, more: 2 })).toEqual({ v: 1, more: 2 });
    expect(closedBody(z.object({}).catchall(z.number())).parse({ a: 1 })).toEqual({ a: 1 });
    expect(closedBody(z.record(z.string(), z.unknown())).parse({ a: { b: 1 } })).toEqual({ a: { b: 1 } });
  });

  it("keeps what the document says of it", () => {
    const described = z
      .object({ name: z.string().openapi({ description: "Its name" }) })
      .openapi({ description: "One" });
    expect(closedBody(described)).not.toBe(described);
    expect(closedBody(described).shape.name).toBe(described.shape.name);
  });
});

describe("a schema for the document", () => {
  const requiredOf = (schema: z.ZodType) => z.toJSONSchema(schema).required;

  it("requires nothing that may be absent, at any depth", () => {
    const schema = z.object({
      issues: z.array(z.object({ rule: z.string(), fix: z.string().exactOptional() })),
      note: z.string().exactOptional(),
    });
    const changed = documented(schema);
    expect(changed.shape.note.safeParse(undefined).success).toBe(true);
    expect(changed.shape.issues.element.shape.fix.safeParse(undefined).success).toBe(true);
    expect(requiredOf(changed)).toEqual(["issues"]);
  });

  it("is the same schema where nothing has to be changed, names and all", () => {
    const named = z
      .object({ a: z.union([z.string(), z.null()]), b: z.array(z.number()).optional() })
      .openapi("Named");
    expect(documented(named)).toBe(named);
  });

  it("is closed or open as it was", () => {
    expect(documented(inner).safeParse({ skill: "a", x: 1 }).success).toBe(true);
    expect(documented(z.strictObject({ a: z.string().exactOptional() })).safeParse({ x: 1 }).success).toBe(
      false,
    );
  });
});
