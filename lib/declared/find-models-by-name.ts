import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { builtInModel } from "@/lib/agents/agent-options";
import { AppError } from "@/lib/kernel/app-error";

/** The id of a model by what the app calls it. UNPROCESSABLE for a name that none has, or several. */
export type ModelsByName = (name: string) => string;

/** The workspace's models that are in use, and Rehearsal, by name. */
export async function findModelsByName(context: WorkspaceContext): Promise<ModelsByName> {
  const all = await readModels(context);
  return (name) => {
    const [one, another] = all.filter((model) => model.name === name);
    if (!one)
      throw new AppError(
        "UNPROCESSABLE",
        `There is no model “${name}” here. There are ${all.map((model) => model.name).join(", ")}.`,
      );
    if (another)
      throw new AppError(
        "UNPROCESSABLE",
        `Several models are called “${name}”. Give them names of their own under Settings > Models.`,
      );
    return one.id;
  };
}

/** The name by which a file can say a model; null where none says this one alone. */
export async function findModelNames(context: WorkspaceContext): Promise<(id: string) => string | null> {
  const all = await readModels(context);
  return (id) => {
    const name = all.find((model) => model.id === id)?.name;
    return name !== undefined && all.filter((model) => model.name === name).length === 1 ? name : null;
  };
}

async function readModels({ db, workspace }: WorkspaceContext): Promise<{ id: string; name: string }[]> {
  const rows = await db.modelConnection.findMany({
    where: { workspaceId: workspace.id, archivedAt: null },
    select: { id: true, name: true },
    orderBy: { name: "asc" },
  });
  return [{ id: builtInModel, name: "Rehearsal" }, ...rows];
}
