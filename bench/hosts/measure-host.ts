import { alignAnswers } from "@/lib/hosts/align-answers";
import { readHostRequest } from "@/lib/hosts/read-host-request";
import { dialectFolder, runDialect } from "@/lib/hosts/run-dialect";
import { seeRequests } from "@/lib/hosts/see-requests";
import { type Shape, type ShapeContext, shapeOf } from "@/lib/hosts/shape";
import { withFolder } from "@/lib/hosts/with-folder";
import { sha256 } from "@/lib/platform/crypto";
import { isForModel } from "@/lib/runtime/session-setup";
import { countTokens } from "@/lib/tokens/count-tokens";
import type { SkillFolder } from "./folder-source";
import { readSkillFolder, takeLoaded } from "./folder-source";
import type { Host, RawCall } from "./hosts";
import { runHost } from "./run-host";

/** One session: which skills, which calls, and what the host takes the model for. */
export type Scenario = {
  id: string;
  folder: string;
  calls: readonly RawCall[];
  model: Host["models"][number];
  /** The person is there and allows everything; nobody is there when absent. */
  leave?: "all";
};

/** Names of skills that the dialect has no files of: those that the host refuses, and those that are kept from models. */
export type Apart = { refused: readonly string[]; kept: readonly string[] };

const message = "Write release notes: search is faster";

/** What the host itself sends. */
export async function hostShape(host: Host, bin: string, scenario: Scenario): Promise<Shape> {
  const { folder, calls, model, ...given } = scenario;
  const run = await runHost(host, {
    bin,
    skills: folder,
    calls,
    message,
    model: model.name,
    countTokens,
    ...given,
  });
  const read = readRun(host, run.requests);
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
  return shapeOf(seen, contextOf(await loadFolder(host, folder), calls, places), new Set(host.tools));
}

/** What the dialect sends for the same. */
export async function dialectShape(
  host: Host,
  { folder, calls, model, leave }: Scenario,
): Promise<{ shape: Shape; defused: ReadonlySet<number | string>; apart: Apart }> {
  const skills = await loadFolder(host, folder);
  const seen = await runDialect(host, skills, {
    calls,
    message,
    windowTokens: model.windowTokens,
    countTokens,
    sha256,
    unattended: leave === undefined,
  });
  const context = contextOf(skills, calls, [["{skills}", dialectFolder]]);
  const kept = skills.skills.filter((skill) => !isForModel(skill)).map(({ ref }) => ref.name);
  const apart = { refused: skills.refused, kept };
  return { shape: shapeOf(seen, context, new Set(host.tools)), defused: seen.defused, apart };
}

const loadFolder = (host: Host, folder: string) =>
  takeLoaded({ id: host.id, title: host.id }, readSkillFolder(folder, host.readsFlags));

/** The first request and the last one tell all: each holds the history before it. */
function readRun({ id, protocol }: Host, requests: readonly unknown[]) {
  const first = readHostRequest(protocol, requests[0]);
  const last = readHostRequest(protocol, requests.at(-1));
  if (!first || !last) throw new Error(`${id} sent a request that is none of ${protocol}.`);
  return seeRequests(first, last);
}

export const sayCall = ({ tool, input }: RawCall): string => `${tool} ${JSON.stringify(input)}`;

export function contextOf(
  { skills, skillTextPieces }: SkillFolder,
  calls: readonly RawCall[],
  places: ShapeContext["places"],
): ShapeContext {
  const asked = calls.flatMap(({ input }) =>
    Object.values(input).flatMap((value) =>
      typeof value === "string" && !value.includes("{{skills}}") ? [value] : [],
    ),
  );
  return { names: skills.map(({ ref }) => ref.name), asked, skillTextPieces, places, sha256 };
}
