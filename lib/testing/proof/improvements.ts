import type { Context } from "@/lib/access/context";
import { Improver } from "@/lib/improvements/commands/keep-improving";
import { startImprovement } from "@/lib/improvements/commands/start-improvement";
import { getImprovementDetail } from "@/lib/improvements/queries";
import type { ImprovementDetail, StartImprovement } from "@/lib/improvements/schema";
import { type OpenModel, openModel } from "@/lib/proof/models/open-model";
import { isHeldOut } from "@/lib/suites/split-cases";
import { aModel } from "../models";
import { anAgentWith, aStoredSkill } from "../sessions/rehearsals";
import { aScriptedModel, aWorker, type Choose } from "./suite-runs";

export const searched = "pdf-tools";
export const neighbour = "docx-tools";
export const plain = "Merges and splits PDF files.";
/** What a description has to say before the scripted model finds the skill for its messages. */
export const found = "Handles alpha work.";
/** What makes it take the neighbour's letters as well. */
export const greedy = "Handles letters, too.";

const numbered = (text: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${text} ${at + 1}`);
export const own = numbered("Please do alpha", 40);
export const learnt = own.filter((query) => !isHeldOut(query));
export const heldOut = own.filter(isHeldOut);

/** Goes by what it is told of the skills, and by a message between « and » to the letter. */
export const chooses: Choose = (query, told = "") => {
  if (query === "Edit my thesis") return { call: neighbour };
  if (query.startsWith("Edit letter")) return { call: told.includes(greedy) ? searched : neighbour };
  const isFound = told.includes(found) || told.includes(`«${query}»`);
  return query.startsWith("Please do alpha") && isFound ? { call: searched } : { text: "No." };
};

/** A live model for trials that chooses by the descriptions that it is told. */
export const aChooser = (more: Parameters<typeof aScriptedModel>[1] = {}) => aScriptedModel(chooses, more);

type Catalogue = { description?: string; cases?: readonly object[]; published?: boolean };

/** A skill whose messages are all missed, a neighbour with cases of its own, one without, and an agent with all three. */
export async function aCatalogue(
  context: Context,
  { description = plain, cases, published = true }: Catalogue = {},
) {
  const suite = cases ?? [
    ...own.map((query) => ({ query, should_trigger: true })),
    ...numbered("Tell a joke", 20).map((query) => ({ query, should_trigger: false })),
    // Where nothing at all is activated, the measurement is in doubt and not the description.
    { query: "Edit my thesis", should_trigger: false, expected_skill: neighbour },
  ];
  const letters = numbered("Edit letter", 4).map((query) => ({ query, should_trigger: true }));
  const file = (list: readonly object[]) => ({ "evals/trigger-eval.json": JSON.stringify(list) });
  await aStoredSkill(
    context,
    { name: searched, description, body: "# PDF\n", files: file(suite) },
    published,
  );
  await aStoredSkill(context, {
    name: neighbour,
    description: "Edits Word documents.",
    body: "# Word\n",
    files: file(letters),
  });
  await aStoredSkill(context, { name: "mail-tools", description: "Sends mail.", body: "# Mail\n" });
  return anAgentWith(context, [searched, neighbour, "mail-tools"]);
}

/** A writer behind real HTTP that answers with these texts, one answer after the other. */
export async function aWriter(context: Context, answers: readonly string[], chooser = aChooser()) {
  const writer = await aModel(context, {
    name: "Writer",
    replies: answers.map((text) => ({ kind: "answer" as const, text: [text] })),
    inputPrice: 3,
    outputPrice: 15,
    cachedInputPrice: 3,
  });
  const tested = writer.server.requests.length;
  const open: OpenModel = (context, id, wordingOf) =>
    id === writer.id ? openModel(context, id, wordingOf) : chooser.open(context, id, wordingOf);
  return {
    id: writer.id,
    open,
    /** What it was asked, as it went over the wire. */
    asked: () => writer.server.requests.slice(tested).map(({ body }) => JSON.stringify(body)),
    chooser,
  };
}

export const asJson = (...descriptions: string[]): string => JSON.stringify({ descriptions });

export const anImprover = (context: Context, open: OpenModel): Improver =>
  new Improver({ db: context.db, openModel: open, now: () => new Date() });

const mostTurns = 200;

/** Lets servers go on with a search until it is over: one of them unless more are given. */
export async function carryOut(
  context: Context,
  open: OpenModel,
  improvement: string,
  servers = 1,
): Promise<ImprovementDetail> {
  const all = Array.from({ length: servers }, () => ({
    improver: anImprover(context, open),
    worker: aWorker(context, open),
  }));
  for (let turn = 0; turn < mostTurns; turn++) {
    await Promise.all(
      all.map(async ({ improver, worker }) => {
        await improver.goOn();
        await improver.settled();
        await worker.takeMore();
        await worker.settled();
      }),
    );
    const detail = await getImprovementDetail(context, { improvement });
    if (detail.state !== "running") return detail;
  }
  throw new Error("The search does not come to an end.");
}

/** Starts a search and carries it out to its end. */
export async function search(
  context: Context,
  open: OpenModel,
  input: StartImprovement,
): Promise<ImprovementDetail> {
  const { id } = await startImprovement(context, { repeats: 1, ...input }, open);
  return carryOut(context, open, id);
}
