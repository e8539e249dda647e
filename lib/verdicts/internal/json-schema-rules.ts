import { compilePattern, type MatchBudget } from "@/lib/kernel/linear-pattern";
import { isRecord, isSameJson } from "@/lib/runtime/json-contains";

/** Said instead of an answer. */
export class UndecidedError extends Error {
  override readonly name = "UndecidedError";
}

/** One value held against one schema. `spend` and `check` throw an UndecidedError once there is no answer. */
export type Validation = {
  readonly root: unknown;
  readonly budget: MatchBudget;
  spend(steps?: number): void;
  check(schema: unknown, place: Place): string[];
};
/** `path`: as a JSON pointer. */
export type Place = { value: unknown; path: string };
type Rule = (
  run: Validation,
  wanted: unknown,
  place: Place,
  schema: Readonly<Record<string, unknown>>,
) => string[];

const fits = (run: Validation, schema: unknown, place: Place): boolean =>
  run.check(schema, place).length === 0;

export const fault = ({ path }: Place, what: string): string =>
  `${path === "" ? "The answer" : path.slice(0, 200)}: ${what}.`;

const inside = ({ value, path }: Place, key: string | number): Place => ({
  value: Array.isArray(value) ? value[Number(key)] : isRecord(value) ? value[key] : undefined,
  path: `${path}/${key}`,
});

const wrong = (keyword: string): never => {
  throw new UndecidedError(`The schema's “${keyword}” has no value that it can have.`);
};

const record = (wanted: unknown, keyword: string): Readonly<Record<string, unknown>> =>
  isRecord(wanted) ? wanted : wrong(keyword);
const list = (wanted: unknown, keyword: string): readonly unknown[] =>
  Array.isArray(wanted) ? wanted : wrong(keyword);
const number = (wanted: unknown, keyword: string): number =>
  typeof wanted === "number" ? wanted : wrong(keyword);

const typeOf = (value: unknown): string => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
};

const knownTypes = new Set(["null", "boolean", "object", "array", "number", "integer", "string"]);

/** Of values of one kind alone; others are not concerned. */
const ofNumbers =
  (keyword: string, holds: (value: number, wanted: number) => boolean, words: string): Rule =>
  (_, wanted, place) =>
    typeof place.value !== "number" || holds(place.value, number(wanted, keyword))
      ? []
      : [fault(place, `it should be ${words} ${String(wanted)}`)];

const ofSizes =
  (keyword: string, sizeOf: (value: unknown) => number | null, least: boolean, words: string): Rule =>
  (run, wanted, place) => {
    const size = sizeOf(place.value);
    if (size === null) return [];
    run.spend(size);
    const limit = number(wanted, keyword);
    if (least ? size >= limit : size <= limit) return [];
    return [fault(place, `it has ${size} ${words}, and should have at ${least ? "least" : "most"} ${limit}`)];
  };

const characters = (value: unknown) => (typeof value === "string" ? [...value].length : null);
const items = (value: unknown) => (Array.isArray(value) ? value.length : null);
const fields = (value: unknown) => (isRecord(value) ? Object.keys(value).length : null);

function matches(run: Validation, source: unknown, text: string): boolean {
  const compiled = compilePattern(typeof source === "string" ? source : wrong("pattern"));
  if (!compiled.ok) throw new UndecidedError(`The schema's pattern cannot be used: ${compiled.error}.`);
  const found = compiled.value.isIn(text, run.budget);
  if (found === null) throw new UndecidedError("The answer is too long for the schema's patterns.");
  return found;
}

const type: Rule = (_, wanted, place) => {
  const allowed = Array.isArray(wanted) ? wanted : [wanted];
  if (allowed.some((one) => !knownTypes.has(String(one)))) return wrong("type");
  const own = typeOf(place.value);
  const isAllowed = allowed.includes(own) || (own === "integer" && allowed.includes("number"));
  return isAllowed ? [] : [fault(place, `it should be ${allowed.join(" or ")}, and is ${own}`)];
};

const reference: Rule = (run, wanted, place) => {
  if (typeof wanted !== "string" || !/^#(?:\/|$)/.test(wanted))
    throw new UndecidedError("The schema refers to another document, which is not fetched.");
  let target = run.root;
  for (const part of wanted.split("/").slice(1)) {
    const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof target !== "object" || target === null || !Object.hasOwn(target, key))
      throw new UndecidedError(`The schema refers to ${wanted.slice(0, 100)}, which it does not have.`);
    target = Array.isArray(target) ? target[Number(key)] : isRecord(target) ? target[key] : undefined;
  }
  return run.check(target, place);
};

const properties: Rule = (run, wanted, place) => {
  const { value } = place;
  if (!isRecord(value)) return [];
  return Object.entries(record(wanted, "properties")).flatMap(([key, schema]) =>
    Object.hasOwn(value, key) ? run.check(schema, inside(place, key)) : [],
  );
};

const additional: Rule = (run, wanted, place, schema) => {
  const { value } = place;
  if (!isRecord(value)) return [];
  const named = isRecord(schema.properties) ? schema.properties : {};
  const patterns = isRecord(schema.patternProperties) ? Object.keys(schema.patternProperties) : [];
  return Object.keys(value).flatMap((key) => {
    run.spend();
    if (Object.hasOwn(named, key) || patterns.some((pattern) => matches(run, pattern, key))) return [];
    if (wanted === false) return [fault(place, `it should not have “${key.slice(0, 100)}”`)];
    return run.check(wanted, inside(place, key));
  });
};

const patternProperties: Rule = (run, wanted, place) =>
  Object.entries(record(wanted, "patternProperties")).flatMap(([pattern, schema]) =>
    Object.keys(isRecord(place.value) ? place.value : {}).flatMap((key) =>
      matches(run, pattern, key) ? run.check(schema, inside(place, key)) : [],
    ),
  );

const required: Rule = (_, wanted, place) =>
  list(wanted, "required").flatMap((key) =>
    isRecord(place.value) && !Object.hasOwn(place.value, String(key))
      ? [fault(place, `“${String(key).slice(0, 100)}” is missing`)]
      : [],
  );

const dependent: Rule = (run, wanted, place, schema) =>
  Object.entries(record(wanted, "dependentRequired")).flatMap(([key, names]) =>
    isRecord(place.value) && Object.hasOwn(place.value, key) ? required(run, names, place, schema) : [],
  );

/** From `start` on, by one schema each or by the same one. */
const eachItem = (run: Validation, schema: unknown, place: Place, start: number): string[] =>
  (Array.isArray(place.value) ? place.value : []).flatMap((_, at) =>
    at < start ? [] : run.check(schema, inside(place, at)),
  );

const prefix: Rule = (run, wanted, place) =>
  list(wanted, "prefixItems").flatMap((schema, at) =>
    Array.isArray(place.value) && at < place.value.length ? run.check(schema, inside(place, at)) : [],
  );

const itemsRule: Rule = (run, wanted, place, schema) =>
  Array.isArray(wanted)
    ? prefix(run, wanted, place, schema)
    : eachItem(run, wanted, place, Array.isArray(schema.prefixItems) ? schema.prefixItems.length : 0);

const contains: Rule = (run, wanted, place, { minContains: least = 1, maxContains: most }) => {
  const { value } = place;
  if (!Array.isArray(value)) return [];
  const found = value.filter((_, at) => fits(run, wanted, inside(place, at))).length;
  if (found < number(least, "minContains"))
    return [fault(place, "it holds too few items of the kind asked for")];
  const isTooMany = most !== undefined && found > number(most, "maxContains");
  return isTooMany ? [fault(place, "it holds too many items of the kind asked for")] : [];
};

const unique: Rule = (run, wanted, place) => {
  const { value } = place;
  if (wanted !== true || !Array.isArray(value)) return [];
  const isTwice = value.some((item, at) =>
    value.slice(0, at).some((other) => {
      run.spend();
      return isSameJson(item, other);
    }),
  );
  return isTwice ? [fault(place, "an item stands twice")] : [];
};

const enumerated: Rule = (run, wanted, place) =>
  list(wanted, "enum").some((one) => {
    run.spend();
    return isSameJson(one, place.value);
  })
    ? []
    : [fault(place, "it is none of the values that are allowed")];

const all: Rule = (run, wanted, place) => list(wanted, "allOf").flatMap((schema) => run.check(schema, place));

const some =
  (keyword: string, holds: (count: number) => boolean, words: string): Rule =>
  (run, wanted, place) =>
    holds(list(wanted, keyword).filter((schema) => fits(run, schema, place)).length)
      ? []
      : [fault(place, words)];

const conditional: Rule = (run, wanted, place, schema) => {
  const next = fits(run, wanted, place) ? schema.then : schema.else;
  return next === undefined ? [] : run.check(next, place);
};

/** Says nothing by itself: a remark, or what another keyword reads. */
const silent: Rule = () => [];
const remarks =
  "$schema $id $comment $defs definitions title description default examples example deprecated readOnly writeOnly format contentEncoding contentMediaType then else minContains maxContains";

export const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...remarks.split(" ").map((keyword): [string, Rule] => [keyword, silent]),
  ["type", type],
  [
    "const",
    (_, wanted, place) => (isSameJson(wanted, place.value) ? [] : [fault(place, "it is another value")]),
  ],
  ["enum", enumerated],
  ["$ref", reference],
  ["minimum", ofNumbers("minimum", (value, wanted) => value >= wanted, "at least")],
  ["maximum", ofNumbers("maximum", (value, wanted) => value <= wanted, "at most")],
  ["exclusiveMinimum", ofNumbers("exclusiveMinimum", (value, wanted) => value > wanted, "more than")],
  ["exclusiveMaximum", ofNumbers("exclusiveMaximum", (value, wanted) => value < wanted, "less than")],
  ["multipleOf", ofNumbers("multipleOf", (value, wanted) => isMultiple(value, wanted), "a multiple of")],
  ["minLength", ofSizes("minLength", characters, true, "characters")],
  ["maxLength", ofSizes("maxLength", characters, false, "characters")],
  ["minItems", ofSizes("minItems", items, true, "items")],
  ["maxItems", ofSizes("maxItems", items, false, "items")],
  ["minProperties", ofSizes("minProperties", fields, true, "fields")],
  ["maxProperties", ofSizes("maxProperties", fields, false, "fields")],
  [
    "pattern",
    (run, wanted, place) =>
      typeof place.value !== "string" || matches(run, wanted, place.value)
        ? []
        : [fault(place, "it does not match its pattern")],
  ],
  ["properties", properties],
  ["patternProperties", patternProperties],
  ["additionalProperties", additional],
  [
    "propertyNames",
    (run, wanted, place) =>
      Object.keys(isRecord(place.value) ? place.value : {}).flatMap((key) =>
        run.check(wanted, { value: key, path: `${place.path}/${key}` }),
      ),
  ],
  ["required", required],
  ["dependentRequired", dependent],
  ["items", itemsRule],
  ["prefixItems", prefix],
  [
    "additionalItems",
    (run, wanted, place, schema) =>
      Array.isArray(schema.items) ? eachItem(run, wanted, place, schema.items.length) : [],
  ],
  ["contains", contains],
  ["uniqueItems", unique],
  ["allOf", all],
  ["anyOf", some("anyOf", (count) => count > 0, "it fits none of what is allowed")],
  ["oneOf", some("oneOf", (count) => count === 1, "it should fit exactly one of what is allowed")],
  [
    "not",
    (run, wanted, place) => (fits(run, wanted, place) ? [fault(place, "it is what it should not be")] : []),
  ],
  ["if", conditional],
]);

/** Of decimal fractions, whose quotient is whole but for its last digits. */
function isMultiple(value: number, wanted: number): boolean {
  if (wanted <= 0) return wrong("multipleOf");
  const quotient = value / wanted;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9 * Math.max(1, Math.abs(quotient));
}
