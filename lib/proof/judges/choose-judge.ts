import "server-only";
import type { Context } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { findModelId } from "@/lib/models/find-model-id";
import { modelFamily } from "@/lib/models/model-family";
import { sha256 } from "@/lib/platform/crypto";
import type { RunModel } from "@/lib/playground/ports";
import { judgePromptDigest } from "@/lib/verdicts/judge-prompt";
import type { OpenedModel, OpenModel } from "../models/open-model";
import type { FrozenJudge } from "./judge-schema";

export type ChosenJudge = {
  judge: { frozen: FrozenJudge; model: OpenedModel } | null;
  /** In words: why there is none though tasks ask for one, or what is to be known of it. */
  note: string | null;
};

type Asked = {
  /** By id or name; null: none is wanted; undefined: what is usual here. */
  asked: string | null | undefined;
  /** Whether some task has anything that a judge compares by. */
  isNeeded: boolean;
  /** Whose answers it compares. */
  judged: { id: string; kind: RunModel["info"]["kind"] };
  openModel: OpenModel;
};

/**
 * Who compares the answers of an effect run: the model that is asked for, else the workspace's, else one of another family
 * than the one that answers. UNPROCESSABLE for one that cannot be asked.
 */
export async function chooseJudge(context: Context, wanted: Asked): Promise<ChosenJudge> {
  const { asked, isNeeded, judged, openModel } = wanted;
  if (asked === null) return { judge: null, note: isNeeded ? notWanted : null };
  if (!isNeeded) return { judge: null, note: asked === undefined ? null : "No task asks for a judge." };
  if (asked === undefined && judged.kind !== "live")
    return {
      judge: null,
      note: "What no language model answers, or rules choose for, is compared by a judge only if one is named.",
    };
  const families = await readFamilies(context);
  const own = families.get(judged.id) ?? judged.id;
  const id =
    asked === undefined ? await usualJudge(context, families, own) : await findModelId(context, asked);
  if (id === null) return { judge: null, note: noOther };
  if (id === "rehearsal")
    throw new AppError(
      "UNPROCESSABLE",
      "Rehearsal follows rules and judges nothing. Name a connected model.",
    );
  const model = await openModel(context, id);
  const isOtherFamily = families.get(id) !== own;
  const key = sha256(JSON.stringify([model.address, judgePromptDigest]));
  const { name } = model.model.info;
  const { address } = model;
  return {
    judge: { model, frozen: { id, name, address, isOtherFamily, promptDigest: judgePromptDigest, key } },
    note: isOtherFamily
      ? null
      : `${name} is of the family that it judges: models prefer answers like their own.`,
  };
}

const notWanted = "Some tasks ask for a judge, and none is wanted: what only it decides is left out.";
const noOther =
  "No model of another family than the one that answers is connected, so there is no judge: what only it decides is left out. Connect one in Settings, Models, or name a judge.";

/** Of the models that may be asked, in the order in which they came. */
async function readFamilies({ db, workspace }: Context): Promise<ReadonlyMap<string, string>> {
  const rows = await db.modelConnection.findMany({
    where: { workspaceId: workspace.id, archivedAt: null },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true, provider: true, baseUrl: true, modelId: true },
    take: 500,
  });
  return new Map(rows.map((row) => [row.id, modelFamily(row)]));
}

async function usualJudge(
  { db, workspace }: Context,
  families: ReadonlyMap<string, string>,
  own: string,
): Promise<string | null> {
  const { judgeModelId } = await db.workspace.findUniqueOrThrow({
    where: { id: workspace.id },
    select: { judgeModelId: true },
  });
  if (judgeModelId !== null && families.has(judgeModelId)) return judgeModelId;
  return [...families].find(([, family]) => family !== own)?.[0] ?? null;
}
