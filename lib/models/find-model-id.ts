import "server-only";
import type { Context } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";

/** What the built-in model goes by, and how it is called on screens. */
const builtIn = { id: "rehearsal", name: "Rehearsal" };

/**
 * The id of a model that was asked for by its id or by its name in the workspace, letters of either case where only one
 * has it. UNPROCESSABLE for a name that several have, with their ids, and for one that nobody has.
 */
export async function findModelId(context: Context, asked: string): Promise<string> {
  if (asked === builtIn.id) return builtIn.id;
  const rows = await context.db.modelConnection.findMany({
    where: { workspaceId: context.workspace.id },
    select: { id: true, name: true, archivedAt: true },
    orderBy: [{ name: "asc" }],
    take: 500,
  });
  if (rows.some(({ id }) => id === asked)) return asked;
  const models = [builtIn, ...rows.filter(({ archivedAt }) => archivedAt === null)];
  const exact = models.filter(({ name }) => name === asked);
  const named = exact.length > 0 ? exact : models.filter(({ name }) => isAlike(name, asked));
  const [only] = named;
  if (named.length === 1 && only) return only.id;
  if (only)
    throw new AppError(
      "UNPROCESSABLE",
      `${named.length} models are called “${asked}”. Name one by its id: ${named.map(({ id, name }) => `${id} (${name})`).join(", ")}.`,
      { details: { models: named.map(({ id, name }) => ({ id, name })) } },
    );
  // Of an archived one the next step says that it is.
  const archived = rows.find(({ name }) => isAlike(name, asked));
  if (archived) return archived.id;
  const names = models.map(({ name }) => name);
  throw new AppError(
    "UNPROCESSABLE",
    `There is no model “${asked}” here. There ${names.length === 1 ? "is" : "are"}: ${names.slice(0, 20).join(", ")}.`,
  );
}

const isAlike = (name: string, asked: string): boolean => name.toLowerCase() === asked.trim().toLowerCase();
