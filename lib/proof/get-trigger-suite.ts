import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { isAllowedOn } from "@/lib/access/skill-permission";
import { AppError } from "@/lib/kernel/app-error";
import { getSkillId } from "@/lib/library/get-skill-id";
import { type PackageSource, readPackageFile } from "@/lib/library/read-packages";
import { readSuite } from "@/lib/suites/read-suite";
import { triggerEvalPath } from "@/lib/suites/suite";
import { stopsWriting } from "@/lib/suites/suite-finding";
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
  const { from, revision } = await sourceOf(
    context,
    skillId,
    source === "version" ? (version ?? null) : null,
  );
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

/** NOT_FOUND for a version that is not there. */
async function sourceOf(
  { db, workspace }: Context,
  skillId: string,
  number: number | null,
): Promise<{ from: PackageSource; revision: number | null }> {
  const where = { skillId, workspaceId: workspace.id };
  if (number === null) {
    const draft = await db.draft.findFirst({ where, select: { revision: true } });
    return { from: { skillId }, revision: draft?.revision ?? null };
  }
  const version = await db.version.findFirst({ where: { ...where, number }, select: { id: true } });
  if (!version) throw new AppError("NOT_FOUND", `There is no version ${number} of this skill.`);
  return { from: { versionId: version.id }, revision: null };
}

type Facts = {
  revision: number | null;
  mayEdit: boolean;
  stops: { line: number; message: string; remedy: string } | undefined;
};

function whyReadOnly({ revision, mayEdit, stops }: Facts): string | null {
  if (revision === null) return "A version stays as it was published. Change the draft.";
  if (!mayEdit) return "You may not change this skill.";
  return stops ? `Line ${stops.line}: ${stops.message} ${stops.remedy}` : null;
}
