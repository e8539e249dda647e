import { z } from "zod";

/**
 * ATIF 1.7, the Agent Trajectory Interchange Format (Harbor, docs/rfcs/0001-trajectory-format.md), as far as a session
 * of ours needs it: texts alone, and no agents below the one. The format refuses names that it does not know.
 */
export const atifVersion = "ATIF-v1.7";

const count = z.number().int().nonnegative();
const extra = z.record(z.string(), z.unknown());

const toolCall = z.strictObject({
  tool_call_id: z.string(),
  function_name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  extra: extra.optional(),
});

const observation = z.strictObject({
  results: z.array(
    z.strictObject({
      /** Of a call of the same step. */
      source_call_id: z.string().optional(),
      content: z.string().optional(),
      extra: extra.optional(),
    }),
  ),
});

const metrics = z.strictObject({
  prompt_tokens: count.optional(),
  completion_tokens: count.optional(),
  /** Of `prompt_tokens`. */
  cached_tokens: count.optional(),
  cost_usd: z.number().optional(),
  extra: extra.optional(),
});

const common = {
  /** From 1, without a gap. */
  step_id: z.number().int().min(1),
  timestamp: z.iso.datetime().optional(),
  message: z.string(),
  observation: observation.optional(),
  extra: extra.optional(),
};

const agentStep = z.strictObject({
  ...common,
  source: z.literal("agent"),
  model_name: z.string().optional(),
  reasoning_content: z.string().optional(),
  tool_calls: z.array(toolCall).optional(),
  metrics: metrics.optional(),
  /** 0: no language model was asked, and then there are neither metrics nor reasoning. */
  llm_call_count: count.optional(),
});
const otherStep = z.strictObject({ ...common, source: z.enum(["system", "user"]) });
const step = z.discriminatedUnion("source", [agentStep, otherStep]);

export const trajectorySchema = z
  .strictObject({
    schema_version: z.literal(atifVersion),
    /** Of the conversation, or of the suite's run. */
    session_id: z.string(),
    /** Of this run or trial alone. */
    trajectory_id: z.string(),
    agent: z.strictObject({
      name: z.string(),
      version: z.string(),
      model_name: z.string().optional(),
      tool_definitions: z.array(extra).optional(),
      extra: extra.optional(),
    }),
    steps: z.array(step).min(1),
    notes: z.string().optional(),
    final_metrics: z
      .strictObject({
        total_prompt_tokens: count.optional(),
        total_completion_tokens: count.optional(),
        total_cached_tokens: count.optional(),
        total_cost_usd: z.number().optional(),
        total_steps: count.optional(),
        extra: extra.optional(),
      })
      .optional(),
    extra: extra.optional(),
  })
  .superRefine(({ steps }, found) => {
    const wrong = (at: number, message: string) =>
      found.addIssue({ code: "custom", path: ["steps", at], message });
    for (const [at, one] of steps.entries()) {
      if (one.step_id !== at + 1) wrong(at, `Its step_id is ${at + 1}.`);
      const calls = new Set(one.source === "agent" ? one.tool_calls?.map((call) => call.tool_call_id) : []);
      for (const { source_call_id: id } of one.observation?.results ?? [])
        if (id !== undefined && !calls.has(id)) wrong(at, `The step has no call ${id}.`);
      if (
        one.source === "agent" &&
        one.llm_call_count === 0 &&
        (one.metrics || one.reasoning_content !== undefined)
      )
        wrong(at, "Where no model was asked there are neither metrics nor reasoning.");
    }
  });
export type Trajectory = z.infer<typeof trajectorySchema>;
export type TrajectoryStep = Trajectory["steps"][number];
