import "server-only";
import type { Context } from "@/lib/access/context";
import { requireSkillPermission } from "@/lib/access/skill-permission";
import { AppError } from "@/lib/kernel/app-error";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { getDraft, getDraftFile } from "@/lib/library/drafts/get-draft";
import type { SessionEvent } from "@/lib/runtime/events";
import { getRunOrigin, listRunEvents } from "@/lib/sessions/queries";
import { addTask, addTriggerCase, describeFindings } from "@/lib/suites/add-case";
import { evalsPath, triggerEvalPath } from "@/lib/suites/suite";
import type { Written } from "@/lib/suites/write-trigger-suite";
import { judgeRun } from "./judge-run";
import { type SavedTestCase, type SaveTestCase, saveTestCaseSchema } from "./test-case-schema";

/**
 * Keeps a turn as a case in a skill's draft, through the library's one write path. CONFLICT when somebody changes the
 * same file meanwhile, UNPROCESSABLE when the file that is there cannot be read: it is left as it is.
 */
export async function saveTestCase(
  context: Context,
  input: SaveTestCase & { conversation: string; run: string },
): Promise<SavedTestCase> {
  const wanted = saveTestCaseSchema.parse(input);
  await requireSkillPermission(context, wanted, "library.edit");
  const run = await readRun(context, input);
  const draft = await getDraft(context, { skill: wanted.skill });
  const textOf = async (path: string): Promise<string | null> => {
    if (!draft.files.some((file) => file.path === path)) return null;
    const file = await getDraftFile(context, { skill: wanted.skill, path });
    if (file.text === undefined) throw new AppError("UNPROCESSABLE", `${path} is not text.`);
    return file.text;
  };
  const changes: Write[] = [];
  const { expectedOutput, shouldTrigger, keepSteps } = wanted;
  if (expectedOutput !== undefined) {
    const before = await textOf(evalsPath);
    const added = { prompt: run.message, expectedOutput, ...steps(run, keepSteps) };
    changes.push(...writes(evalsPath, before, addTask(before, wanted.skill, added)));
  }
  if (shouldTrigger !== undefined) {
    const before = await textOf(triggerEvalPath);
    const edited = addTriggerCase(before, wanted.skill, run.message, shouldTrigger);
    changes.push(...writes(triggerEvalPath, before, edited));
  }
  if (changes.length === 0) return { skill: wanted.skill, revision: draft.revision, paths: [] };
  const saved = await changeDraft(context, { skill: wanted.skill, baseRevision: draft.revision, changes });
  return { skill: wanted.skill, revision: saved.revision, paths: changes.map(({ path }) => path) };
}

type Write = { op: "write"; path: string; text: string };
type ReadRun = Awaited<ReturnType<typeof readRun>>;

async function readRun(context: Context, input: { conversation: string; run: string }) {
  const { message } = await getRunOrigin(context, input);
  const events = await listRunEvents(context, input);
  const started = events.find((event) => event.type === "run-started");
  const agent = started?.type === "run-started" ? started.payload.agent.slug : "";
  const { activations, reads } = judgeRun(events, null, context.now());
  return { message, agent, activations, reads, tools: [...new Set(events.flatMap(ownTool))] };
}

/** A tool of the agent's or of a skill's that was called and answered; the host's own only bring skills in. */
function ownTool(event: SessionEvent): string[] {
  if (event.type !== "tool-called" || event.payload.call === null) return [];
  const { answeredBy, call } = event.payload;
  return answeredBy === "runtime" || answeredBy === "host" ? [] : [call.toolName];
}

/** What the agent did: for people as assertions, for programs as the names that a rehearsal's expectations are made of. */
function steps({ agent, activations, reads, tools }: ReadRun, keep: boolean) {
  if (!keep) return { expectations: [], more: {} };
  const called = tools.length === 0 ? {} : { toolsCalled: tools.map((name) => ({ name })) };
  return {
    expectations: [
      ...activations.map((name) => `The skill ${name} is activated.`),
      ...reads.map(({ skill, path }) => `${path} of ${skill} is read.`),
      ...tools.map((name) => `The tool ${name} is called.`),
    ],
    more: { greenroom: { agent, activations, reads, ...called } },
  };
}

function writes(path: string, before: string | null, edited: Written): Write[] {
  if (edited.ok) return edited.value === before ? [] : [{ op: "write", path, text: edited.value }];
  const details = { path, issues: edited.error };
  throw new AppError("UNPROCESSABLE", describeFindings(path, edited.error), { details });
}
