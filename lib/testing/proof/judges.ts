import { z } from "zod";
import type { Context } from "@/lib/access/context";
import type { CreateConnection } from "@/lib/models/schema";
import { type OpenModel, openModel } from "@/lib/proof/models/open-model";
import type { StartSuiteRun } from "@/lib/proof/schema";
import type { JudgeWord } from "@/lib/verdicts/judged-pair";
import { aModel } from "../models";
import type { Received, Reply } from "../servers/model-server";
import { aTaskModel, aTaskSuite, type Behave, helps, type PlantedTask, pdfSkill } from "./effect-runs";
import { tryOut } from "./suite-runs";

/** What a judge is shown, in the order in which it is. */
export type Shown = { first: string; second: string; prompt: string };
export type JudgeScript = (shown: Shown, request: number) => Reply;

export const decides = (winner: JudgeWord): Reply => ({
  kind: "answer",
  text: [JSON.stringify({ reason: `It is ${winner}.`, winner })],
});

/** Prefers what holds the right word, whichever place it has. */
export const judgesRightly: JudgeScript = ({ first, second }) => {
  const [isFirst, isSecond] = [first.includes("RIGHT"), second.includes("RIGHT")];
  return decides(isFirst === isSecond ? "tie" : isFirst ? "first" : "second");
};

const bodySchema = z.object({ messages: z.array(z.object({ role: z.string(), content: z.unknown() })) });
const partsSchema = z.union([z.string(), z.array(z.object({ text: z.string() }))]);

function promptIn({ body }: Received): string {
  const { messages } = bodySchema.parse(body);
  const content = partsSchema.parse(messages.findLast(({ role }) => role === "user")?.content);
  return typeof content === "string" ? content : content.map(({ text }) => text).join("");
}

function partOf(prompt: string, name: string): string {
  const mark = /^The mark is ([0-9a-f]+)\./.exec(prompt)?.[1] ?? "";
  const begin = `<<${mark} ${name}>>\n`;
  return prompt.slice(prompt.indexOf(begin) + begin.length, prompt.indexOf(`\n<<${mark} end of ${name}>>`));
}

/** A connected model on this machine that judges by a script; it is asked over HTTP. `asked`: what it was shown so far. */
export async function aJudge(
  context: Context,
  script: JudgeScript = judgesRightly,
  settings: Partial<CreateConnection> = {},
) {
  const asked: Shown[] = [];
  const judge = await aModel(context, {
    name: "Judge",
    modelId: "judge",
    replies: [
      (received) => {
        const prompt = promptIn(received);
        const shown = {
          prompt,
          first: partOf(prompt, "first answer"),
          second: partOf(prompt, "second answer"),
        };
        asked.push(shown);
        return script(shown, asked.length);
      },
    ],
    ...settings,
  });
  return { ...judge, asked };
}

/** Helps, and answers with other bytes in each arm: what is asked of one pair is not kept for another. */
export const differs: Behave = (seen) =>
  seen.isRead ? { text: `It is RIGHT, of ${seen.request.length}.` } : helps(seen);

/** The scripted model under test; everything else that a run asks is opened as servers do. */
export const openBeside =
  (model: { open: OpenModel }): OpenModel =>
  (context, id, wordingOf) =>
    id === "rehearsal" ? model.open(context, id, wordingOf) : openModel(context, id, wordingOf);

/** Tasks whose answers only a judge compares. */
export const judgedTasks = (count: number, more: (task: number) => PlantedTask = () => ({})): PlantedTask[] =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    prompt: `Task ${at + 1}: which ink?`,
    graders: [{ kind: "judge", criterion: "It names the ink." }],
    ...more(at + 1),
  }));

type Trying = Omit<StartSuiteRun, "suite"> & { behave?: Behave; tasks?: readonly PlantedTask[] };

/** Carries a judged run out to its end; the workspace's only other model is the judge. */
export async function tryJudged(
  context: Context,
  { behave = differs, tasks = judgedTasks(6), ...input }: Trying,
) {
  await aTaskSuite(context, tasks);
  const model = aTaskModel(behave);
  const again = (more: Omit<StartSuiteRun, "suite"> = {}) =>
    tryOut(context, pdfSkill.name, { suite: "effect", ...input, ...more, open: openBeside(model) });
  return { run: await again(), again, model };
}
