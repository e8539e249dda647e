import { z } from "zod";
import { answer } from "./event-payloads";

/** A live host loaded a skill that this workspace has not: its own, or one from elsewhere. */
export const foreignSkillActivated = z.object({ ...answer, name: z.string(), textSha256: z.string() });

/** A live host no longer sends what it sent before: it made its history shorter, or went back in it. */
export const historyRewritten = z.object({
  messagesBefore: z.number().int(),
  messages: z.number().int(),
});

/** A request of a live host that is none of its protocol went by untouched. */
export const notUnderstood = z.object({ message: z.string() });
