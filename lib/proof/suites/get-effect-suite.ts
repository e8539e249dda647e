import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { isAllowedOn } from "@/lib/access/skill-permission";
import { getSkillId } from "@/lib/library/get-skill-id";
import { listPackageFiles, readPackageFile } from "@/lib/library/read-packages";
import { asksJudge, findTaskProblems, runnableTasks } from "@/lib/suites/find-task-problems";
import { readSuite } from "@/lib/suites/read-suite";
import { evalsPath } from "@/lib/suites/suite";
import { type SuiteFinding, stopsWriting } from "@/lib/suites/suite-finding";
import { sourceOfSuite, whyReadOnly } from "./source-of-suite";
import type { EffectSuite } from "./suite-schema";
import { type GetSuite, getSuiteSchema } from "./suite-schema";

/** The tasks of a draft or of a version, with all that would make a pass of theirs worth nothing. */
export async function getEffectSuite(
  context: Context,
  input: GetSuite & { skill: string },
): Promise<EffectSuite> {
  requirePermission(context, "library.read");
  const { source, version } = getSuiteSchema.parse(input);
  const { skill } = input;
  const { db, workspace } = context;
  const skillId = await getSkillId(context, skill);
  const number = source === "version" ? (version ?? null) : null;
  const { from, revision } = await sourceOfSuite(context, skillId, number);
  const file = await readPackageFile(context, from, evalsPath);
  const files = (await listPackageFiles(context, from)).map(({ path }) => path);
  const names = await db.skill.findMany({
    where: { workspaceId: workspace.id },
    select: { name: true },
    orderBy: { name: "asc" },
  });
  const siblings = names.map(({ name }) => name);
  const text = file ? new TextDecoder().decode(file.bytes) : "";
  const { tasks, findings } = file
    ? readSuite({ path: evalsPath, text, skill })
    : { tasks: [], findings: [] };
  const facts = { path: evalsPath, text, skill, knownSkills: siblings, knownFiles: files };
  const problems = await findTaskProblems(tasks, facts);
  const runs = new Set((await runnableTasks(tasks)).map(({ at }) => at));
  const mayEdit = await isAllowedOn(context, { skillId }, "library.edit");
  return {
    path: evalsPath,
    digest: file?.sha256 ?? null,
    revision,
    siblings,
    files,
    tasks: tasks.map(({ graders, offset: _, key: __, ...task }) => ({
      ...task,
      graders: graders.map(({ grader }) => grader),
      runs: runs.has(task.at),
      asksJudge: asksJudge({ graders, expectations: task.expectations }),
    })),
    findings: [...findings, ...problems].toSorted(inFile).map(({ path: _, ...finding }) => finding),
    readOnlyReason: whyReadOnly({ revision, mayEdit, stops: findings.find(stopsWriting) }),
  };
}

const inFile = (one: SuiteFinding, other: SuiteFinding): number =>
  one.line - other.line || one.column - other.column;
