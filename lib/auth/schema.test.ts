import { describe, expect, it } from "vitest";
import { createKeySchema } from "./key-schema";
import { personNameSchema, workspaceNameSchema } from "./schema";

const nameOf = {
  person: (name: string) => personNameSchema.safeParse(name).success,
  workspace: (name: string) => workspaceNameSchema.safeParse(name).success,
  key: (name: string) => createKeySchema.safeParse({ name, scopes: ["read"] }).success,
};

it("says how long a name may be in words for people", () => {
  const { error } = workspaceNameSchema.safeParse("x".repeat(61));
  expect(error?.issues.map(({ message }) => message)).toEqual(["Use at most 60 characters."]);
});

describe.each(["person", "workspace", "key"] as const)("the name of a %s", (noun) => {
  const takes = nameOf[noun];

  it.each(["Ines Kovač", "נועה", "مها العلي", "👩‍👩‍👧 Team", "<b>Ines</b>"])("may be %s", (name) => {
    expect(takes(name)).toBe(true);
  });

  it.each(["\u200b", "Ines\nwas made an owner", "Ines \u202egro.elpmaxe", "x".repeat(101)])(
    "may not be %j: it stands in sentences that say who did what",
    (name) => {
      expect(takes(name)).toBe(false);
    },
  );
});
