import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import type { Context } from "@/lib/access/context";
import type { Prices } from "@/lib/models/cost-of";
import { freeMeter } from "@/lib/models/free-meter";
import type { ModelMeter } from "@/lib/models/ports";
import { hostCalls } from "@/lib/playground/host-calls";
import { startSuiteRun } from "@/lib/proof/commands/start-suite-run";
import { TrialWorker } from "@/lib/proof/commands/work-on-trials";
import type { OpenModel } from "@/lib/proof/models/open-model";
import { getSuiteRunDetail } from "@/lib/proof/queries";
import type { StartSuiteRun } from "@/lib/proof/schema";
import { anAgentWith, aStoredSkill } from "../sessions/rehearsals";

/** What a scripted model does with a message, the answers of its calls being there or not. */
export type Choice =
  | { call: string }
  | { text: string }
  | { parts: LanguageModelV4StreamPart[] }
  | { fail: Error };
/** `told`: all that it was sent, as JSON. */
export type Choose = (query: string, told?: string) => Choice;

const usage = {
  inputTokens: { total: 100, noCache: 100, cacheRead: 0, cacheWrite: undefined },
  outputTokens: { total: 10, text: 10, reasoning: undefined },
};

export const endsWith = (unified: "stop" | "tool-calls" | "length" | "content-filter") =>
  ({ type: "finish", finishReason: { unified, raw: undefined }, usage }) satisfies LanguageModelV4StreamPart;

export const says = (delta: string): LanguageModelV4StreamPart[] => [
  { type: "text-start", id: "t" },
  { type: "text-delta", id: "t", delta },
  { type: "text-end", id: "t" },
];

/** The text of the last message that a person wrote. */
export function queryOf({ prompt }: LanguageModelV4CallOptions): string {
  const texts = prompt.flatMap((message) =>
    message.role === "user"
      ? message.content.flatMap((part) => (part.type === "text" ? [part.text] : []))
      : [],
  );
  return texts.at(-1) ?? "";
}

const toldIn = ({ prompt, tools }: LanguageModelV4CallOptions): string => JSON.stringify([prompt, tools]);

/** Some hosts put a skill's text behind the result, as a message of its own. */
const wasAnswered = ({ prompt }: LanguageModelV4CallOptions): boolean =>
  prompt.some(({ role }) => role === "tool");

function partsOf(choice: Exclude<Choice, { fail: Error }>, options: LanguageModelV4CallOptions) {
  if ("parts" in choice) return choice.parts;
  if ("text" in choice) return [...says(choice.text), endsWith("stop")];
  const activate = { toolName: "activate_skill", input: { name: choice.call } };
  const { toolName, input } = hostCalls(options.tools ?? []).toHost(activate);
  const id = `call-${options.prompt.length}`;
  return [
    { type: "tool-call" as const, toolCallId: id, toolName, input: JSON.stringify(input) },
    endsWith("tool-calls"),
  ];
}

type ScriptedSettings = {
  meter?: ModelMeter;
  prices?: Prices;
  windowTokens?: number;
  /** Asked what to do after an answer to its call as well. */
  goesOn?: boolean;
};

/** A live model that answers by rules of a test: once it has an answer to its call, it says a word and ends. */
export function aScriptedModel(choose: Choose, more: ScriptedSettings = {}) {
  const asked: string[] = [];
  const model = new MockLanguageModelV4({
    provider: "scripted",
    modelId: "scripted",
    doStream: async (options) => {
      const query = queryOf(options);
      asked.push(query);
      const isDone = wasAnswered(options) && more.goesOn !== true;
      const choice = isDone ? { text: "Done." } : choose(query, toldIn(options));
      if ("fail" in choice) throw choice.fail;
      return { stream: convertArrayToReadableStream<LanguageModelV4StreamPart>(partsOf(choice, options)) };
    },
  });
  const { meter = freeMeter, prices = null, windowTokens = 200_000 } = more;
  const info = { id: "rehearsal", name: "Scripted", kind: "live" as const, windowTokens };
  const open: OpenModel = async () => ({
    model: { model, info, maxOutputTokens: null, meter },
    prices,
    address: "scripted",
  });
  return { open, asked };
}

const pdf = {
  name: "pdf-tools",
  description: "Merges and splits PDF files.",
  body: "# PDF\n\nUse the tools.\n",
};
const docx = { name: "docx-tools", description: "Edits Word documents.", body: "# Word\n\nUse the tools.\n" };

export type SuiteCases = readonly {
  query: string;
  should_trigger: boolean;
  expected_skill?: string | null;
}[];

/** As many messages that need the skill as not. */
export const someCases = (own: number, others: number): SuiteCases => [
  ...Array.from({ length: own }, (_, at) => ({ query: `Merge PDF ${at + 1}`, should_trigger: true })),
  ...Array.from({ length: others }, (_, at) => ({ query: `Tell a joke ${at + 1}`, should_trigger: false })),
];

/** Two skills, an agent with both, and a suite of the first. */
export async function aSuite(context: Context, cases: SuiteCases = someCases(2, 1)) {
  const files = { "evals/trigger-eval.json": JSON.stringify(cases, null, 2) };
  const skillId = await aStoredSkill(context, { ...pdf, files });
  await aStoredSkill(context, docx);
  const agent = await anAgentWith(context, [pdf.name, docx.name]);
  return { skill: pdf.name, skillId, sibling: docx.name, agent };
}

/** A worker of its own, as every server has one. */
export const aWorker = (context: Context, open: OpenModel): TrialWorker =>
  new TrialWorker({ db: context.db, openModel: open, now: () => new Date() });

/** Starts a run and carries it out to its end. */
export async function tryOut(
  context: Context,
  skill: string,
  { open, ...input }: StartSuiteRun & { open: OpenModel },
) {
  const { number } = await startSuiteRun(context, { skill, repeats: 1, ...input }, open);
  const worker = aWorker(context, open);
  await worker.takeMore();
  await worker.settled();
  return getSuiteRunDetail(context, { skill, number });
}

/** The same models behind a connection that asks at this address. */
export const openAt =
  (open: OpenModel, address: string): OpenModel =>
  async (...asked) => ({ ...(await open(...asked)), address });
