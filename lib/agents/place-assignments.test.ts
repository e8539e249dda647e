import { expect, it } from "vitest";
import { placeAssignments, type Wanted } from "./internal/place-assignments";

const latest: Wanted = { enabled: true, follows: "latest" };
const items = ["a", "b", "c"].map((skill) => ({ skill, enabled: true, follows: "latest" as const }));
const namesOf = (placings: Parameters<typeof placeAssignments>[1]) =>
  placeAssignments(items, placings).map(({ skill }) => skill);

it("appends what is new and keeps the place of what is there", () => {
  expect(
    namesOf([
      { skill: "x", to: latest },
      { skill: "b", to: { ...latest, enabled: false } },
    ]),
  ).toEqual(["a", "b", "c", "x"]);
  expect(placeAssignments(items, [{ skill: "b", to: { ...latest, follows: "draft" } }])[1]).toEqual({
    skill: "b",
    enabled: true,
    follows: "draft",
  });
});

it("takes away what is not wanted, and lets be what was not there", () => {
  expect(
    namesOf([
      { skill: "b", to: null },
      { skill: "x", to: null },
    ]),
  ).toEqual(["a", "c"]);
});

it("gives each the place it asks for, whichever is asked for first", () => {
  expect(
    namesOf([
      { skill: "x", to: { ...latest, priority: 4 } },
      { skill: "c", to: { ...latest, priority: 1 } },
      { skill: "y", to: { ...latest, priority: 2 } },
    ]),
  ).toEqual(["c", "y", "a", "x", "b"]);
});

it("keeps the order of those who ask for the same place, and ends where the list ends", () => {
  expect(
    namesOf([
      { skill: "x", to: { ...latest, priority: 1 } },
      { skill: "y", to: { ...latest, priority: 1 } },
      { skill: "z", to: { ...latest, priority: 99 } },
    ]),
  ).toEqual(["x", "y", "a", "b", "c", "z"]);
});
