import { usualBudget } from "@/lib/kernel/linear-pattern";
import { isRecord } from "@/lib/runtime/json-contains";
import { fault, type Place, rules, UndecidedError, type Validation } from "./internal/json-schema-rules";

/** Steps of one validation: a schema that needs more, as one that refers to itself does, has no answer. */
const mostSteps = 200_000;
const deepest = 200;
const mostFaults = 20;

/**
 * Holds a value of JSON against a JSON Schema (2020-12, and the lists of `items` of draft 7): what does not fit, in
 * sentences; none where it fits. Its work is bounded, patterns are matched in linear time (RE2), and nothing is made into
 * code: a schema that takes too long, or says what is not known here, is undecided. `format` is a remark, as the standard
 * has it. Never throws.
 */
export function validateJson(schema: unknown, value: unknown): readonly string[] | { undecided: string } {
  try {
    return new SchemaRun(schema).check(schema, { value, path: "" }).slice(0, mostFaults);
  } catch (error) {
    if (error instanceof UndecidedError) return { undecided: error.message };
    // Levels that lie too deep for whatever looks at them.
    return { undecided: "The schema or the answer is too deep to be looked through." };
  }
}

/** Why a schema says nothing whatever is held against it; null where it can be used. */
export function findSchemaProblem(schema: unknown): string | null {
  for (const value of [null, true, 0, "", [], {}, [0], { a: 0 }]) {
    const faults = validateJson(schema, value);
    if ("undecided" in faults) return faults.undecided;
  }
  return null;
}

class SchemaRun implements Validation {
  readonly budget = usualBudget();
  private left = mostSteps;
  private depth = 0;

  constructor(readonly root: unknown) {}

  spend(steps = 1): void {
    this.left -= steps;
    if (this.left < 0) throw new UndecidedError("The schema takes too long to be checked.");
  }

  check(schema: unknown, place: Place): string[] {
    this.spend();
    if (schema === true) return [];
    if (schema === false) return [fault(place, "nothing may stand here")];
    if (!isRecord(schema)) throw new UndecidedError("A schema is an object, true or false.");
    if (this.depth >= deepest) throw new UndecidedError("The schema refers to itself without an end.");
    this.depth += 1;
    try {
      return Object.entries(schema).flatMap(([keyword, wanted]) => {
        this.spend();
        const rule = rules.get(keyword);
        if (rule) return rule(this, wanted, place, schema);
        throw new UndecidedError(`The schema's keyword “${keyword.slice(0, 60)}” is not known here.`);
      });
    } finally {
      this.depth -= 1;
    }
  }
}
