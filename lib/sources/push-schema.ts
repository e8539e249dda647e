import { z } from "zod";
import { pushStates } from "./push-options";

const commitId = z.string().regex(/^[0-9a-f]{40}$/, "A commit's id has 40 hexadecimal digits.");

export const pushVersionSchema = z.strictObject({
  /** As the plan showed it: anything else is not pushed. */
  commit: commitId,
});
export type PushVersion = z.input<typeof pushVersionSchema>;

export const versionPushSchema = z.object({
  state: z.enum(pushStates),
  branch: z.string(),
  /** The commit of the source that it is made of and stands on. */
  base: commitId,
  /** What the branch has afterwards; null where there is nothing to push, or it could not be made. */
  commit: commitId.nullable(),
  message: z.string(),
  /** By their paths in the repository. */
  files: z.array(z.object({ path: z.string(), change: z.enum(["added", "changed", "removed"]) })),
  /** What happened and what to do, and the remote's own words. */
  failure: z.object({ message: z.string(), remoteSaid: z.string().nullable() }).nullable(),
  /** Where the branch can be proposed, on hosts that are known. */
  request: z.url().nullable(),
});
export type VersionPush = z.infer<typeof versionPushSchema>;
