import { ConfigurationError, checkPlaced, type Placed, parsePlaced } from "@/lib/platform/placed-yaml";
import { type Declaration, type DeclaredProblem, declarationSchema } from "./schema";

export type ReadDeclaration =
  | { declaration: Declaration; placeOf: Placed["placeOf"]; problems: readonly [] }
  | { problems: readonly DeclaredProblem[] };

/** What a configuration file says of sources, agents, policy and limits; every mistake with its line and column. */
export function readDeclaration(text: string, file: string): ReadDeclaration {
  try {
    const placed = parsePlaced(text, file);
    return { declaration: checkPlaced(declarationSchema, placed), placeOf: placed.placeOf, problems: [] };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return { problems: toProblems(error.message) };
  }
}

/** What keeps a file from being used, one mistake a line. */
export const toProblems = (message: string): DeclaredProblem[] => message.split("\n").map(toProblem);

/** `greenroom.yaml:4:3: agents.0.name: Give the agent a name.` in its two parts. */
function toProblem(line: string): DeclaredProblem {
  const found = /^(?<place>.*?:\d+:\d+): (?<message>.*)$/s.exec(line)?.groups;
  return { place: found?.place ?? "", message: found?.message ?? line };
}
