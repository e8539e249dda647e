import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { isAllowedOn } from "@/lib/access/skill-permission";
import { getSkillId } from "@/lib/library/get-skill-id";
import { readPackageFile } from "@/lib/library/read-packages";
import { readSuite } from "@/lib/suites/read-suite";
import { triggerEvalPath } from "@/lib/suites/suite";
import { stopsWriting } from "@/lib/suites/suite-finding";
import { sourceOfSuite, whyReadOnly } from "./source-of-suite";
import { type GetSuite, getSuiteSchema, type TriggerSuite } from "./suite-schema";

/** The trigger suite of a draft or of a version, with all that is odd about its file. */
export async function getTriggerSuite(
  context: Context,
  input: GetSuite & { skill: string },
): Promise<TriggerSuite> {
  requirePermission(context, "library.read");
  const { source, version } = getSuiteSchema.parse(input);
  const { skill } = input;
  const { db, workspace } = context;
  const skillId = await getSkillId(context, skill);
  const number = source === "version" ? (version ?? null) : null;
  const { from, revision } = await sourceOfSuite(context, skillId, number);
  const file = await readPackageFile(context, from, triggerEvalPath);
  const names = await db.skill.findMany({
    where: { workspaceId: workspace.id },
    select: { name: true },
    orderBy: { name: "asc" },
  });
  const siblings = names.map(({ name }) => name);
  const text = file ? new TextDecoder().decode(file.bytes) : null;
  const read =
    text === null ? null : readSuite({ path: triggerEvalPath, text, skill, knownSkills: siblings });
  const findings = read?.findings ?? [];
  const mayEdit = await isAllowedOn(context, { skillId }, "library.edit");
  return {
    path: triggerEvalPath,
    digest: file?.sha256 ?? null,
    revision,
    siblings,
    cases: (read?.cases ?? []).map(({ id, query, expected, note = null, line }) => ({
      id,
      query,
      expected,
      note,
      line,
    })),
    findings: findings.map(({ rule, severity, message, remedy, line, column }) => ({
      rule,
      severity,
      message,
      remedy,
      line,
      column,
    })),
    readOnlyReason: whyReadOnly({ revision, mayEdit, stops: findings.find(stopsWriting) }),
  };
}
