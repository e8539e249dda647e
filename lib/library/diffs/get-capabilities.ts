import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { leastAside, workAside } from "@/lib/aside/work-aside";
import type { Capability } from "@/lib/capabilities/capability";
import { capabilityDigest, compareCapabilities } from "@/lib/capabilities/compare-capabilities";
import { capabilitySteps } from "@/lib/capabilities/find-capabilities";
import { AppError } from "@/lib/kernel/app-error";
import { inSteps } from "@/lib/platform/yield-between-steps";
import { getSkillId } from "../get-skill-id";
import { readListedFiles } from "../read-packages";
import { type CapabilityList, type CapabilityQuery, capabilityQuerySchema } from "./capability-schema";
import { readSide, type Side } from "./diff-sides";

/** What a skill can do by what is written in it, and what of that another version of it cannot. */
export async function getCapabilities(
  context: Context,
  input: { skill: string } & CapabilityQuery,
): Promise<CapabilityList> {
  requirePermission(context, "library.read");
  const { version, against } = capabilityQuerySchema.parse(input);

  const skill = { skillId: await getSkillId(context, input.skill), name: input.skill };
  const of = await readSide(context, skill, version);
  const other = await readSide(context, skill, against).catch((error: unknown) => {
    // Nothing is published yet: all that it can do is new.
    if (against === "latest" && error instanceof AppError && error.code === "NOT_FOUND") return null;
    throw error;
  });
  const capabilities = await readCapabilities(context, of);
  const before = other ? await readCapabilities(context, other) : [];
  const { added, gone } = compareCapabilities(before, capabilities);
  return {
    of: of.facts,
    capabilities,
    digest: capabilityDigest(capabilities),
    against: other && other.facts.kind !== "none" ? other.facts : null,
    added,
    gone,
  };
}

/** In a thread of its own where there is much to read. */
async function readCapabilities(context: Context, { files }: Side): Promise<Capability[]> {
  const held = await readListedFiles(context, files);
  const read = held.map(({ path, bytes }) => ({ path, bytes }));
  const size = held.reduce((sum, file) => sum + file.size, 0);
  return size < leastAside ? inSteps(capabilitySteps(read)) : workAside("capabilities", read);
}
