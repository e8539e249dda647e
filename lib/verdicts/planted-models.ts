import type { Expected } from "./judge-suite";

/** Models that know the answers beforehand: what they come to is known before anything is measured. */
export const plantedModels = ["always", "never", "rightly"] as const;
export type PlantedModel = (typeof plantedModels)[number];

/** The skill that a planted model activates for a message; null for none. `skill`: whose suite it is. */
export function plantedChoice(model: PlantedModel, expected: Expected, skill: string): string | null {
  if (model === "always") return skill;
  return model === "rightly" && expected.kind === "skill" ? expected.name : null;
}

type Planted = { outcome: "right" | "missed" | "fired"; fires: boolean };

/** What a trial of it has to come to where the measurement is sound: said here, by nothing that a trial goes through. */
export function plantedOutcome(model: PlantedModel, expected: Expected, skill: string): Planted {
  const fires = plantedChoice(model, expected, skill) === skill;
  if (model === "rightly") return { outcome: "right", fires };
  if (model === "always") {
    const isOwn = expected.kind === "skill" && expected.name === skill;
    return { outcome: isOwn ? "right" : "fired", fires };
  }
  return { outcome: expected.kind === "skill" ? "missed" : "right", fires };
}
