import type { CatalogueEntry } from "./dialect";
import type { Candidate, EventOf, OfferedSkill, PayloadOf, SessionEvent, UnavailableSkill } from "./events";
import { toScale } from "./judge-fit";
import { searchSkills } from "./search-skills";

export type Activation = EventOf<"skill-activated" | "skill-reactivated" | "skill-already-active">;

/** 1 is the best; null for a skill without a word in common. */
export type Place = number | null;

/** `score` is on the scale of `toScale`. */
export type Ranked = { skillId: string; name: string; score: number; fields: Candidate["fields"] };

/** What a catalogue told, read off its exact text: by a dialect, which the runtime does not know. */
export type ReadCatalogue = (
  catalogue: Pick<PayloadOf<"catalogue-injected">, "text" | "tools">,
  names: readonly string[],
) => CatalogueEntry[];

/** All that the log says of one turn's skills, put together once. */
export type TurnFacts = {
  run: EventOf<"run-started"> | undefined;
  offered: ReadonlyMap<string, OfferedSkill>;
  unavailable: ReadonlyMap<string, UnavailableSkill>;
  catalogue: EventOf<"catalogue-injected"> | undefined;
  searched: EventOf<"skills-searched"> | undefined;
  routed: EventOf<"skills-routed"> | undefined;
  activations: readonly Activation[];
  /** By name, the first of each. */
  refusals: ReadonlyMap<string, EventOf<"request-refused">>;
  hasSteps: boolean;
  /** Says how many characters the budget left of each cut description. */
  kept: ReadonlyMap<string, number>;
  /** Skills in the prompt from earlier turns, and since which. */
  held: ReadonlyMap<string, number>;
  /** Descriptions as the model was told them, by skill; empty where the catalogue lists none. */
  told: ReadonlyMap<string, string>;
  /**
   * The best comes first. The search or the router ranks where one looked, else the message is held against what the
   * catalogue told.
   */
  ranking: readonly Ranked[];
  /** Of a ranking that holds only its first so many, more may share words. */
  place: (skillId: string) => Place;
};

/** Reads off the log what became of the skills of one run; of the newest one without a `runId`. */
export function readTurnFacts(
  events: readonly SessionEvent[],
  { runId, readCatalogue = () => [] }: { runId?: string | undefined; readCatalogue?: ReadCatalogue } = {},
): TurnFacts {
  const run = events.findLast(
    (event): event is EventOf<"run-started"> =>
      event.type === "run-started" && (runId === undefined || event.runId === runId),
  );
  const ofRun = events.filter((event) => event.runId === run?.runId);
  const catalogue = lastOf(ofRun, "catalogue-injected");
  const searched = lastOf(ofRun, "skills-searched");
  const routed = lastOf(ofRun, "skills-routed");
  const offered = new Map(run?.payload.offered.map((skill) => [skill.skillId, skill]));
  const told = readTold(catalogue, lastListed(ofRun, catalogue), offered, readCatalogue);
  const found = (searched ?? routed)?.payload.candidates;
  const ranking = found?.map(toRanked) ?? rankTold(run?.payload.message ?? "", told, offered);
  const places = new Map(ranking.map(({ skillId }, at) => [skillId, at + 1]));
  return {
    run,
    offered,
    unavailable: new Map(run?.payload.unavailable.map((skill) => [skill.skillId, skill])),
    catalogue,
    searched,
    routed,
    activations: ofRun.filter(isActivation),
    refusals: new Map(
      ofRun
        .filter((event) => event.type === "request-refused")
        .reverse()
        .map((event) => [event.payload.skillName ?? "", event]),
    ),
    hasSteps: ofRun.some(({ type }) => type === "model-step"),
    kept: new Map(catalogue?.payload.truncated.map((cut) => [cut.skillId, cut.keptCharacters])),
    held: heldBefore(events, run),
    told,
    ranking,
    place: (skillId) => places.get(skillId) ?? null,
  };
}

const isActivation = (event: SessionEvent): event is Activation =>
  event.type === "skill-activated" ||
  event.type === "skill-reactivated" ||
  event.type === "skill-already-active";

function lastOf<T extends SessionEvent["type"]>(events: readonly SessionEvent[], type: T) {
  return events.findLast((event): event is EventOf<T> => event.type === type);
}

const toRanked = ({ skillId, name, score, fields }: Candidate): Ranked => ({
  skillId,
  name,
  score: toScale(score),
  fields,
});

/** What the model got when it asked for the list; null where the catalogue named the skills, or nobody asked. */
function lastListed(
  events: readonly SessionEvent[],
  catalogue: EventOf<"catalogue-injected"> | undefined,
): string | null {
  if (!catalogue?.payload.onRequest) return null;
  const asked = events.findLast(
    (event): event is EventOf<"tool-called"> =>
      event.type === "tool-called" && event.payload.call?.toolName === "list_skills",
  );
  return asked?.payload.result ?? null;
}

function readTold(
  catalogue: EventOf<"catalogue-injected"> | undefined,
  listed: string | null,
  offered: ReadonlyMap<string, OfferedSkill>,
  readCatalogue: ReadCatalogue,
): ReadonlyMap<string, string> {
  if (!catalogue) return new Map();
  const skills = [...offered.values()];
  const ids = new Map(skills.map(({ name, skillId }) => [name, skillId]));
  const { text, tools } = catalogue.payload;
  const entries = readCatalogue(
    listed === null ? { text, tools } : { text: listed, tools: [] },
    skills.map(({ name }) => name),
  );
  return new Map(
    entries.flatMap(({ name, description }) => {
      const skillId = ids.get(name);
      return skillId === undefined ? [] : [[skillId, description] as const];
    }),
  );
}

/** The ranking of a message by descriptions as they were told, or as others would tell them. */
export const rankTold = (
  message: string,
  told: ReadonlyMap<string, string>,
  offered: ReadonlyMap<string, Pick<OfferedSkill, "name">>,
): Ranked[] =>
  searchSkills(
    message,
    [...told].map(([skillId, description]) => ({
      skillId,
      name: offered.get(skillId)?.name ?? "",
      description,
    })),
  ).map(toRanked);

/** Activations of earlier turns that had not been taken out when this one ended. */
function heldBefore(
  events: readonly SessionEvent[],
  run: EventOf<"run-started"> | undefined,
): ReadonlyMap<string, number> {
  const end = events.findLast(({ runId }) => runId === run?.runId)?.seq ?? 0;
  const evicted = new Set(
    events.flatMap((event) =>
      event.type === "content-evicted" && event.seq <= end ? [event.payload.evictedSeq] : [],
    ),
  );
  const gone = new Set(
    events.flatMap((event) => (event.type === "run-started" && evicted.has(event.seq) ? [event.runId] : [])),
  );
  const held = new Map<string, number>();
  for (const event of events) {
    if (run === undefined || event.seq >= run.seq) break;
    if (event.type !== "skill-activated" && event.type !== "skill-reactivated") continue;
    if (!evicted.has(event.seq) && !gone.has(event.runId)) held.set(event.payload.skill.skillId, event.turn);
  }
  return held;
}
