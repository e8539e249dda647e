import type { SkillFolder } from "./folder-source";
import { readSkillFolder } from "./folder-source";
import type { Host, RawCall } from "./hosts";
import { alignAnswers, readRequests } from "./read-requests";
import { dialectFolder, runDialect } from "./run-dialect";
import { runHost, withFolder } from "./run-host";
import { type Shape, type ShapeContext, shapeOf } from "./shape";

/** One session: which skills, which calls, and what the host takes the model for. */
export type Scenario = {
  id: string;
  folder: string;
  calls: readonly RawCall[];
  model: Host["models"][number];
};

const message = "Write release notes: search is faster";

/** What the host itself sends. */
export async function hostShape(host: Host, bin: string, { folder, calls, model }: Scenario): Promise<Shape> {
  const run = await runHost(host, { bin, skills: folder, calls, message, model: model.name });
  const read = readRequests(host, run.requests);
  const seen = {
    ...read,
    answers: alignAnswers(
      read,
      calls.map((call) => withFolder(call, run.skills)),
    ),
  };
  const places = [
    ["{skills}", run.skills],
    ["{project}", run.project],
  ] as const;
  return shapeOf(seen, contextOf(readSkillFolder(folder), calls, places), new Set(host.tools));
}

/** What the dialect sends for the same. */
export async function dialectShape(
  host: Host,
  { folder, calls, model }: Scenario,
): Promise<{ shape: Shape; defused: ReadonlySet<number> }> {
  const skills = readSkillFolder(folder);
  const seen = await runDialect(host, skills, { calls, message, windowTokens: model.windowTokens });
  const context = contextOf(skills, calls, [["{skills}", dialectFolder]]);
  return { shape: shapeOf(seen, context, new Set(host.tools)), defused: seen.defused };
}

export const sayCall = ({ tool, input }: RawCall): string => `${tool} ${JSON.stringify(input)}`;

function contextOf(
  { skills, ownPieces }: SkillFolder,
  calls: readonly RawCall[],
  places: ShapeContext["places"],
): ShapeContext {
  const asked = calls.flatMap(({ input }) =>
    Object.values(input).flatMap((value) =>
      typeof value === "string" && !value.includes("{{skills}}") ? [value] : [],
    ),
  );
  return { names: skills.map(({ ref }) => ref.name), asked, ownPieces, places };
}
