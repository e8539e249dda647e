import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { ReadFact } from "@/lib/hosts/exchange-reading-schema";
import { bareName, type ToldCatalogue } from "@/lib/hosts/read-told-skills";
import { isStorable } from "@/lib/kernel/storable-text";
import { foldName } from "@/lib/skills/fold-name";

/** Whose skills a host lists, and of which of this workspace's it tells less than their whole description. */
export async function readToldCatalogue(
  context: WorkspaceContext,
  { place, skills }: ToldCatalogue,
): Promise<NonNullable<ReadFact["found"]>> {
  const workspaceId = context.workspace.id;
  const rows = await context.db.skill.findMany({
    where: {
      workspaceId,
      nameKey: { in: skills.map(({ name }) => foldName(bareName(name))).filter(isStorable) },
    },
    select: {
      id: true,
      nameKey: true,
      draft: { select: { description: true } },
      versions: { select: { description: true } },
    },
  });
  const ours = new Map(rows.map((row) => [row.nameKey, row]));
  const isOurs = ({ name }: { name: string }) => ours.has(foldName(bareName(name)));
  return {
    place,
    ours: skills.filter(isOurs).map(({ name }) => name),
    others: skills.filter((skill) => !isOurs(skill)).map(({ name }) => name),
    shortened: skills.flatMap(({ name, description }) => {
      const row = ours.get(foldName(bareName(name)));
      if (!row) return [];
      const whole = [...row.versions, ...(row.draft ? [row.draft] : [])].map((one) => flat(one.description));
      const told = flat(description);
      const isWhole = whole.some((one) => told.startsWith(one));
      const isCut =
        told === "" || whole.some((one) => one.startsWith(told.replace(/(?:\.\.\.|…)$/, "").trim()));
      return !isWhole && isCut ? [{ skillId: row.id, name, keptCharacters: told.length }] : [];
    }),
  };
}

/** Hosts put descriptions on one line. */
const flat = (text: string): string => text.replace(/\s+/g, " ").trim();
