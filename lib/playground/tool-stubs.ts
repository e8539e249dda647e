import type { ToolStub } from "@/lib/agents/tool-schema";
import { chooseResult } from "@/lib/runtime/choose-result";
import type { AnswerTool, ToolAnswer, ToolQuestion } from "@/lib/runtime/ports";

/** What is saved for a call: of its skill first, then for this tool whoever asks. Null where nothing fits its input. */
export function findSavedAnswer(
  stubs: readonly ToolStub[],
  { skill, tool, call }: Pick<ToolQuestion, "skill" | "tool" | "call">,
): ToolAnswer | null {
  const forTool = stubs.filter((stub) => stub.tool === tool);
  const own = forTool.find((stub) => stub.skill === (skill?.name ?? null));
  for (const stub of [own, forTool.find((other) => other.skill === null)]) {
    const chosen = stub && chooseResult(stub, call.input);
    if (chosen) return { ...chosen, answeredBy: "stub" };
  }
  return null;
}

/** Answers from saved results; what they do not have goes on to `next`. */
export const answerFromStubs =
  (stubs: readonly ToolStub[], next: AnswerTool): AnswerTool =>
  async (question) =>
    findSavedAnswer(stubs, question) ?? next(question);

/** Asks one after the other until somebody answers. */
export const answerFirst =
  (first: AnswerTool, next: AnswerTool): AnswerTool =>
  async (question) =>
    (await first(question)) ?? next(question);
