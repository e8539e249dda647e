import type { Context } from "@/lib/access/context";
import { foldName } from "@/lib/skills/fold-name";

const noTokens = { metadataTokens: 50, instructionTokens: 200, resourceTokens: 0 };

/**
 * A stored skill without files: a draft at revision 1, `versions` published versions (none unless said otherwise)
 * and labels that point at them by number. For tests of what refers to skills; the library's own make real ones.
 */
export async function aSkill(
  context: Context,
  overrides: {
    name: string;
    description?: string;
    versions?: number;
    labels?: Record<string, number>;
    archived?: boolean;
  },
): Promise<{ id: string; name: string; versionIds: string[] }> {
  const { name, description = `What ${name} does.`, versions = 0, labels = {}, archived = false } = overrides;
  const workspaceId = context.workspace.id;
  const person = context.actor.userId;
  const skill = await context.db.skill.create({
    data: {
      workspaceId,
      name,
      nameKey: foldName(name),
      createdById: person,
      archivedAt: archived ? context.now() : null,
      draft: {
        create: {
          workspaceId,
          digest: "d".repeat(64),
          updatedById: person,
          description,
          body: "",
          ...noTokens,
          errorCount: 0,
          warningCount: 0,
          blockingCount: 0,
          size: 0,
        },
      },
    },
  });
  const versionIds: string[] = [];
  for (let number = 1; number <= versions; number += 1) {
    const digest = number.toString(16).padStart(64, "0");
    const version = await context.db.version.create({
      data: {
        workspaceId,
        skillId: skill.id,
        number,
        digest,
        note: "",
        name,
        description,
        ...noTokens,
        size: 0,
        authorId: person,
      },
    });
    versionIds.push(version.id);
  }
  for (const [label, number] of Object.entries(labels)) {
    const versionId = versionIds[number - 1];
    if (!versionId) throw new Error(`${name} has no version ${number} for the label ${label}`);
    await context.db.label.create({ data: { workspaceId, skillId: skill.id, name: label, versionId } });
  }
  return { id: skill.id, name, versionIds };
}
