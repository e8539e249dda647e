import "server-only";
import path from "node:path";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { isAllowedOn } from "@/lib/access/skill-permission";
import { findPeople } from "@/lib/people/find-people";
import { textOf } from "@/lib/skills/file-text";
import { findSkillFile } from "@/lib/skills/find-skill-file";
import { parseSkill } from "@/lib/skills/parse-skill";
import { shownValue } from "@/lib/skills/shown-value";
import { toolInputSchema } from "@/lib/skills/skill-tool";
import { loaderOf, noSuchSkill, readDraft } from "./drafts/read-draft";
import { readSummaries } from "./list-skills";
import type { SkillDetail } from "./skill-schema";
import { readVersions, withGuessedKind } from "./versions/get-version";

const mostVersions = 200;

/** A skill's page: one file, SKILL.md, is read. NOT_FOUND for a name that this workspace does not have. */
export async function getSkill(context: Context, { skill: name }: { skill: string }): Promise<SkillDetail> {
  requirePermission(context, "library.read");

  const draft = await readDraft(context, name);
  const { skillId } = draft;
  const [[summary], skill, versions, agents, document, mayEdit] = await Promise.all([
    readSummaries(context, [skillId]),
    context.db.skill.findFirst({
      where: { id: skillId, workspaceId: context.workspace.id },
      include: { origin: true, received: true },
    }),
    readVersions(context, skillId, { take: mostVersions }),
    listAgentsWith(context, skillId),
    readDocument(context, draft),
    isAllowedOn(context, { skillId }, "library.edit"),
  ]);
  if (!summary || !skill) throw noSuchSkill(name);
  const personOf = await findPeople(context, [skill.createdById, draft.updatedById]);
  return {
    ...summary,
    mayEdit: mayEdit && skill.received === null,
    createdAt: skill.createdAt.toISOString(),
    createdBy: personOf(skill.createdById),
    ...document,
    files: draft.files.map(withGuessedKind),
    versions,
    agents,
    draft: {
      revision: draft.revision,
      digest: draft.digest,
      baseVersion: draft.baseVersion,
      newerVersion: newerVersion(draft.baseVersion, summary.latestVersion),
      size: draft.files.reduce((sum, file) => sum + file.size, 0),
      updatedAt: draft.updatedAt.toISOString(),
      updatedBy: personOf(draft.updatedById),
    },
    origin: skill.origin && {
      path: path.join(skill.origin.root, skill.origin.path),
      readAt: skill.origin.readAt.toISOString(),
    },
    received: skill.received && {
      workspace: skill.received.fromWorkspace,
      skill: skill.received.fromSkill,
      isShared: skill.received.shareId !== null,
    },
  };
}

/** A draft that started from an older version than the newest one would take back what came between. */
const newerVersion = (base: number | null, latest: number | null): number | null =>
  latest !== null && latest > (base ?? 0) ? latest : null;

async function listAgentsWith(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  skillId: string,
): Promise<SkillDetail["agents"]> {
  const assignments = await db.assignment.findMany({
    where: { skillId, workspaceId },
    orderBy: { agent: { name: "asc" } },
    select: {
      enabled: true,
      follows: true,
      label: true,
      version: { select: { number: true } },
      agent: { select: { slug: true, name: true } },
    },
  });
  return assignments.map(({ agent, version, ...rest }) => ({
    ...agent,
    ...rest,
    version: version?.number ?? null,
  }));
}

type Document = Pick<
  SkillDetail,
  "license" | "compatibility" | "allowedTools" | "tools" | "toolDefinitions" | "frontmatter" | "body"
>;

async function readDocument(
  context: WorkspaceContext,
  { name, files }: { name: string; files: readonly { path: string; sha256: string }[] },
): Promise<Document> {
  const path = findSkillFile(files.map((file) => file.path));
  const sha256 = files.find((file) => file.path === path)?.sha256 ?? "";
  const bytes = (await loaderOf(context)([sha256])).get(sha256);
  const skill = parseSkill((bytes && textOf(bytes)) ?? "", { mode: "lenient", folderName: name });
  return {
    license: skill.license,
    compatibility: skill.compatibility,
    allowedTools: skill.allowedTools,
    tools: skill.tools.map((tool) => tool.name),
    toolDefinitions: skill.tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      inputSchema: toolInputSchema(tool),
    })),
    frontmatter: [...skill.frontmatter].map(([key, value]) => ({ key, value: shownValue(value) })),
    body: skill.body,
  };
}
