import type { AnswerTool, ToolQuestion } from "@/lib/runtime/ports";

/** A saved result. `skill` is a skill's name; null for a tool that belongs to no skill. */
export type ToolStub = { skill: string | null; tool: string; result: string };

/** The stub for a question: one of its skill first, then one for this tool whoever asks. */
export function findStub(
  stubs: readonly ToolStub[],
  { skill, tool }: Pick<ToolQuestion, "skill" | "tool">,
): ToolStub | null {
  const forTool = stubs.filter((stub) => stub.tool === tool);
  const own = forTool.find((stub) => stub.skill === (skill?.name ?? null));
  return own ?? forTool.find((stub) => stub.skill === null) ?? null;
}

/** Answers from saved stubs; what they do not have goes on to `next`. */
export const answerFromStubs =
  (stubs: readonly ToolStub[], next: AnswerTool): AnswerTool =>
  async (question) => {
    const stub = findStub(stubs, question);
    return stub ? { result: stub.result, answeredBy: "stub" } : next(question);
  };

/** Asks one after the other until somebody answers. */
export const answerFirst =
  (first: AnswerTool, next: AnswerTool): AnswerTool =>
  async (question) =>
    (await first(question)) ?? next(question);
