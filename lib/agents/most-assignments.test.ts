import { expect, it } from "vitest";
import { mostAssignments } from "./agent-options";
import { setAssignmentsSchema } from "./schema";

it("says in a sentence how many skills an agent may have", () => {
  const items = Array.from({ length: mostAssignments + 1 }, (_, at) => ({
    skill: `s-${at}`,
    follows: "latest",
  }));
  const parsed = setAssignmentsSchema.safeParse({ baseRevision: 1, items });
  expect(parsed.error?.issues.map(({ message }) => message)).toEqual([
    "An agent has 500 skills, and none has more. Take some away first.",
  ]);
  expect(setAssignmentsSchema.safeParse({ baseRevision: 1, items: items.slice(1) }).success).toBe(true);
});
