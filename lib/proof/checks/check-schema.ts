import { z } from "zod";
import { selfCheckFaults } from "@/lib/verdicts/judge-self-check";
import { plantedModels } from "@/lib/verdicts/planted-models";
import { proportionSchema } from "../reports/figures-schema";

const count = z.number().int();

/** What a suite came to by models that always, never and rightly activate, before a live one is asked. */
export const selfCheckSchema = z.object({
  passed: z.boolean(),
  models: z.array(
    z.object({
      model: z.enum(plantedModels),
      /** Its figures are those that were planted. */
      passed: z.boolean(),
      hosts: z.array(
        z.object({ dialect: z.string(), recall: proportionSchema, precision: proportionSchema }),
      ),
    }),
  ),
  /** What is wrong, by name; of very many the first. */
  faults: z.array(
    z.object({
      kind: z.enum(selfCheckFaults),
      /** Null for one of every host. */
      dialect: z.string().nullable(),
      /** The id of the case that it is about. */
      case: z.string().nullable(),
      message: z.string(),
      remedy: z.string(),
    }),
  ),
  faultsInAll: count,
  /** Of very many cases some of every kind are tried; whether they can be right is looked at for all. */
  cases: z.object({ tried: count, of: count }),
  sessions: count,
  /** Of the bytes that were checked, and of the agent whose catalogue they stood in. */
  digest: z.string(),
  agent: z.object({ slug: z.string(), name: z.string(), revision: count }),
  durationMs: count,
  checkedAt: z.iso.datetime(),
});
export type SelfCheck = z.infer<typeof selfCheckSchema>;

/** As it was when a run began. `acknowledged`: whoever started it wanted it judged all the same. */
export const selfCheckOfRunSchema = selfCheckSchema.extend({ acknowledged: z.boolean() });
export type SelfCheckOfRun = z.infer<typeof selfCheckOfRunSchema>;

/** Whether a run may be judged by what was found before it; runs from before there was any such check may. */
export function isUnsound(written: unknown): boolean {
  const check = selfCheckOfRunSchema.nullable().parse(written ?? null);
  return check !== null && !check.passed && !check.acknowledged;
}

/** Whether it found faults and whoever started the run had it judged all the same. */
export function isAcknowledged(written: unknown): boolean {
  const check = selfCheckOfRunSchema.nullable().parse(written ?? null);
  return check !== null && !check.passed && check.acknowledged;
}
