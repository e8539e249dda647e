import type { Context } from "@/lib/access/context";
import type { StartSuiteRun } from "@/lib/proof/schema";
import { anAgentWith, aStoredSkill } from "../sessions/rehearsals";
import { aScriptedModel, type Choice, tryOut } from "./suite-runs";

const name = "pdf-tools";
/** Stands in the skill's text and nowhere else. */
const mark = "Blue ink, always.";

export const pdfSkill = { name, description: "Merges and splits PDF files.", body: `# PDF\n\n${mark}\n` };

/** What a scripted model is told in one request. */
export type Seen = {
  /** Of the task, from 1. */
  task: number;
  /** The skill is in the catalogue or in the prompt. */
  isOffered: boolean;
  /** Its text is in the prompt. */
  isRead: boolean;
  /** The whole request as JSON. */
  request: string;
};
export type Behave = (seen: Seen) => Choice;

export const right: Choice = { text: "It is RIGHT." };
export const wrong: Choice = { text: "No idea." };
export const loads: Choice = { call: name };

/** Loads the skill where it can, and is right once its text is there. */
export const helps: Behave = ({ isRead, isOffered }) => (isRead ? right : isOffered ? loads : wrong);

/** A live model that does what a test plants, from what it can see of the skill. */
export const aTaskModel = (behave: Behave, more: Parameters<typeof aScriptedModel>[1] = {}) =>
  aScriptedModel(
    (_, request = "") => {
      const isRead = request.includes(mark);
      return behave({
        task: Number(/Task (\d+)/.exec(request)?.[1]),
        isRead,
        isOffered: isRead || request.includes(name),
        request,
      });
    },
    { ...more, goesOn: true },
  );

export type PlantedTask = Readonly<Record<string, unknown>>;

/** As many tasks that are passed by one word. */
export const someTasks = (count: number, more: (task: number) => PlantedTask = () => ({})): PlantedTask[] =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    prompt: `Task ${at + 1}: which ink?`,
    graders: [{ kind: "contains", text: "RIGHT" }],
    ...more(at + 1),
  }));

/** The skill with these tasks and files, a sibling, and an agent with both. */
export async function aTaskSuite(
  context: Context,
  tasks: readonly PlantedTask[],
  files: Readonly<Record<string, string>> = {},
) {
  const evals = JSON.stringify({ skill_name: name, evals: tasks }, null, 2);
  await aStoredSkill(context, { ...pdfSkill, files: { "evals/evals.json": evals, ...files } });
  await aStoredSkill(context, {
    name: "docx-tools",
    description: "Edits Word documents.",
    body: "# Word\n\nUse the tools.\n",
  });
  const agent = await anAgentWith(context, [name, "docx-tools"]);
  return { skill: name, agent };
}

/** Carries an effect run out to its end, each task once in each arm unless told otherwise. */
export const tryTasks = (
  context: Context,
  model: ReturnType<typeof aTaskModel>,
  input: Omit<StartSuiteRun, "suite"> = {},
) => tryOut(context, name, { suite: "effect", open: model.open, ...input });
