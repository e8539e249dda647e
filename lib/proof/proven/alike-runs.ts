import { sayModelAddress } from "@/lib/models/model-address";
import { type FrozenOffer, frozenOfferSchema } from "../plans/frozen-offer";
import type { PoolRefusal } from "../proof-options";

/** What of a run tells it apart from others of the same bytes. */
export type AlikeRow = {
  id: string;
  agentId: string;
  agentName: string;
  modelKind: string;
  modelName: string;
  answeredAs: readonly string[];
  suite: string;
  suiteDigest: string;
  offer: unknown;
};

type Difference = { reason: PoolRefusal; message: string };

const answering = frozenOfferSchema.pick({ address: true, routerModel: true, routerAddress: true });

/**
 * Which model was asked, as it was frozen: a connection may be pointed elsewhere and keep its id and name. Null where that
 * is gone with the run.
 */
export const addressOf = ({ offer }: Pick<AlikeRow, "offer">): string | null =>
  answering.safeParse(offer).data?.address ?? null;

/** The same in words; null for models that are no connection's. */
export function askedModelOf(row: Pick<AlikeRow, "offer">): string | null {
  const address = addressOf(row);
  return address === null ? null : sayModelAddress(address);
}

/** Who chose, in router mode both of them: the same text for the same ones. Null as above. */
export function answererOf({ modelKind, offer }: Pick<AlikeRow, "modelKind" | "offer">): string | null {
  const read = answering.safeParse(offer).data;
  if (!read) return null;
  return JSON.stringify([modelKind, read.address, read.routerAddress ?? read.routerModel]);
}

type Answered = Pick<AlikeRow, "modelKind" | "answeredAs" | "offer">;

/** Whether one model answered both: of the same provider at the same address, and by its own names no other than it was. */
export function isAnsweredAlike(row: Answered, other: Answered): boolean {
  const answerer = answererOf(row);
  return answerer !== null && answererOf(other) === answerer && !namesDiffer(row, other);
}

/** A name may stand for another model than last month. */
function namesDiffer({ answeredAs }: Answered, other: Answered): boolean {
  if (answeredAs.length === 0 || other.answeredAs.length === 0) return false;
  return answeredAs.toSorted().join("\n") !== other.answeredAs.toSorted().join("\n");
}

/**
 * Runs that one model answered with one agent, groups and runs in the order given. A run whose model said no name of its
 * own is like any: it joins the first group that it fits, and brings no two of them together.
 */
export function groupByAnswerer<Row extends Answered & Pick<AlikeRow, "agentId">>(
  rows: readonly Row[],
): Row[][] {
  const groups: Row[][] = [];
  const named = rows.filter(({ answeredAs }) => answeredAs.length > 0);
  for (const row of [...named, ...rows.filter((one) => !named.includes(one))]) {
    const own = groups.find(
      ([first]) => first && first.agentId === row.agentId && isAnsweredAlike(first, row),
    );
    if (own) own.push(row);
    else groups.push([row]);
  }
  const places = new Map(rows.map((row, at) => [row, at]));
  const placeOf = (row: Row | undefined) => (row && places.get(row)) ?? 0;
  return groups
    .map((group) => group.toSorted((left, right) => placeOf(left) - placeOf(right)))
    .toSorted(([left], [right]) => placeOf(left) - placeOf(right));
}

/** The same once more by what was offered: runs of one group, in the order given, had one catalogue in every host that they share. */
export function groupByCatalogue<Row extends Pick<AlikeRow, "offer" | "suite">>(
  rows: readonly Row[],
): Row[][] {
  const groups: Row[][] = [];
  for (const row of rows) {
    const own = groups.find((group) => group.every((one) => findCatalogueChanges(one, row).length === 0));
    if (own) own.push(row);
    else groups.push([row]);
  }
  return groups;
}

/** Why another run of the same bytes is no second measurement of the same thing; null where it is one. */
export function findDifference(row: AlikeRow, other: AlikeRow): Difference | null {
  if (other.modelKind !== row.modelKind)
    return other.modelKind === "live"
      ? { reason: "live", message: `${other.modelName} answered it, a live model.` }
      : { reason: "scripted", message: "No language model answered it." };
  if (other.agentId !== row.agentId)
    return { reason: "another-agent", message: `It ran with the agent ${other.agentName}.` };
  if (other.suiteDigest !== row.suiteDigest)
    return { reason: "another-suite", message: "Its cases were read otherwise." };
  if (!isAnsweredAlike(row, other))
    return { reason: "another-model", message: `It was answered by ${sayAnswerer(row, other)}.` };
  if (findCatalogueChanges(row, other).length > 0)
    return {
      reason: "another-catalogue",
      message: "The agent's instructions, tools or other skills were different.",
    };
  return null;
}

/** Where both are called the same, what tells them apart. */
function sayAnswerer(row: AlikeRow, { modelName, answeredAs, offer }: AlikeRow): string {
  const asked = askedModelOf({ offer });
  const isElsewhere = modelName === row.modelName && asked !== askedModelOf(row);
  const name = isElsewhere && asked !== null ? `${modelName}, which asked ${asked}` : modelName;
  return answeredAs.length === 0 ? name : `${name}, which called itself ${answeredAs.join(", ")}`;
}

/**
 * What the model was sent otherwise before any message, in hosts that both have: names of skills, and "the agent" for its
 * instructions, tools and ways. `but`: the id of a skill whose own difference is known.
 */
export function findCatalogueChanges(
  row: Pick<AlikeRow, "offer" | "suite">,
  other: Pick<AlikeRow, "offer">,
  but: string | null = null,
): string[] {
  const [own, theirs] = [row, other].map(({ offer }) => frozenOfferSchema.safeParse(offer).data);
  if (!own || !theirs) return ["the agent"];
  const earlier = new Map(theirs.dialects.map((one) => [one.started.dialect, one]));
  const changes = own.dialects.flatMap((one) => {
    const was = earlier.get(one.started.dialect);
    return was ? changesOf(one, was, { suite: row.suite, but }) : [];
  });
  return [...new Set(changes)];
}

type Offer = FrozenOffer["dialects"][number];
type Comparing = { suite: string; but: string | null };

function changesOf(one: Offer, was: Offer, { suite, but }: Comparing): string[] {
  const [now, before] = [one, was].map(
    ({ skills }) =>
      new Map(
        skills
          .filter(({ ref }) => ref.skillId !== but)
          .map((skill) => [skill.ref.name, entryOf(skill, suite)] as const),
      ),
  );
  const names = new Set([...(now?.keys() ?? []), ...(before?.keys() ?? [])]);
  const skills = [...names].filter((name) => now?.get(name) !== before?.get(name));
  const isOrderAlike =
    skills.length > 0 || [...(now?.keys() ?? [])].join() === [...(before?.keys() ?? [])].join();
  return [...(agentOf(one) === agentOf(was) && isOrderAlike ? [] : ["the agent"]), ...skills];
}

const agentOf = ({ started, wording }: Offer): string =>
  JSON.stringify([started.mode, started.systemPrompt.text, started.otherTools ?? [], wording]);

/** Of siblings a trigger trial is told names and descriptions; in a task their bodies may be read too. */
const entryOf = ({ ref, description, whenToUse, priority }: Offer["skills"][number], suite: string): string =>
  JSON.stringify([
    description,
    whenToUse,
    priority,
    ref.modelInvocable ?? true,
    suite === "effect" ? ref.digest : null,
  ]);
