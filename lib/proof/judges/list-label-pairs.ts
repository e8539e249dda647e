import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { decodeCursor, encodeCursor } from "@/lib/db/cursor";
import { sha256 } from "@/lib/platform/crypto";
import { criteriaOf } from "@/lib/verdicts/judged-pair";
import { readRunJudges } from "../internal/run-judges";
import { readTrialSums } from "../internal/trial-sums";
import { directions } from "../proof-options";
import { triedTaskSchema } from "../suites/task-schema";
import { type OfRun, requireJudgedRun } from "../trials/trial-queries";
import type { Calibration } from "./judge-schema";
import {
  type LabelPair,
  type LabelPairList,
  type LabelWord,
  type ListLabelPairs,
  listLabelPairsSchema,
} from "./labelling-schema";
import { readPair } from "./read-pair";

type Direction = (typeof directions)[number];

/** Which of the two answers stands first: always the same of a pair, and nothing that can be told from outside. */
export const isSkillFirst = (judgementId: string): boolean =>
  Number.parseInt(sha256(`label ${judgementId}`).slice(0, 2), 16) % 2 === 0;

export function toDirection(judgementId: string, label: LabelWord): Direction {
  if (label === "tie") return "tie";
  return (label === "first") === isSkillFirst(judgementId) ? "win" : "loss";
}

function toLabel(judgementId: string, direction: Direction): LabelWord {
  if (direction === "tie") return "tie";
  return (direction === "win") === isSkillFirst(judgementId) ? "first" : "second";
}

/** 1 behind those that one has not labelled, and the id of the last pair of a page. */
const placeSchema = z.tuple([z.union([z.literal(0), z.literal(1)]), z.uuid()]);

/**
 * The pairs of a run that its judge compared, to be labelled by people: those without a label of one's own first, each in
 * no order that could be told. Pairs whose sessions are no longer kept are left out.
 */
export async function listLabelPairs(
  context: Context,
  input: ListLabelPairs & OfRun,
): Promise<LabelPairList> {
  const { cursor, limit } = listLabelPairsSchema.parse(input);
  const run = await requireJudgedRun(context, input);
  const [wasMine, after] = cursor === undefined ? [0, null] : decodeCursor(cursor, placeSchema);
  const { db, workspace, actor } = context;
  // Ids of pairs are random: in their order nothing can be read.
  const rows = await db.judgement.findMany({
    where: { suiteRunId: run.id, workspaceId: workspace.id, outcome: { in: [...directions] } },
    orderBy: { id: "asc" },
    select: { id: true, said: true, dialect: true, arm: true, caseId: true, repeat: true, grader: true },
  });
  const asked = rows.filter(({ said }) => said !== null);
  const labels = await db.judgeLabel.findMany({
    where: {
      workspaceId: workspace.id,
      userId: actor.userId,
      judgementId: { in: asked.map(({ id }) => id) },
    },
    select: { judgementId: true, label: true },
  });
  const mine = new Map(
    labels.map(({ judgementId, label }) => [judgementId, z.enum(directions).parse(label)]),
  );
  const order = [...asked.filter(({ id }) => !mine.has(id)), ...asked.filter(({ id }) => mine.has(id))];
  const rest = order.filter(({ id }) => {
    if (after === null) return true;
    const isMine = mine.has(id) ? 1 : 0;
    return isMine === wasMine ? id > after : isMine > wasMine;
  });
  const tasks = new Map(
    z
      .array(triedTaskSchema)
      .parse(run.tried)
      .map((task) => [task.id, task]),
  );
  const items: LabelPair[] = [];
  let last: (typeof rest)[number] | undefined;
  for (const row of rest.slice(0, limit)) {
    last = row;
    const task = tasks.get(row.caseId);
    const criterion = task && criteriaOf(task).find(({ grader }) => grader === row.grader)?.criterion;
    const { without, withSkill } = await readPair(context, { ...row, suiteRunId: run.id });
    if (!task || criterion === undefined || without.text === null || withSkill.text === null) continue;
    const [first, second] = isSkillFirst(row.id)
      ? [withSkill.text, without.text]
      : [without.text, withSkill.text];
    const own = mine.get(row.id);
    const label = own === undefined ? null : toLabel(row.id, own);
    items.push({ id: row.id, task: task.message, criterion, first, second, label });
  }
  return {
    items,
    nextCursor: rest.length > limit && last ? encodeCursor([mine.has(last.id) ? 1 : 0, last.id]) : null,
    calibration: await calibrationOf(context, run),
  };
}

/** What the word of a run's judge is worth by now. */
export async function calibrationOf(
  context: Context,
  run: { id: string; judge: unknown; sums: unknown },
): Promise<Calibration> {
  const judges = await readRunJudges(context, [run], await readTrialSums(context, [run]));
  const judge = judges.get(run.id);
  if (!judge) throw new Error("A judged run has a judge.");
  return judge.calibration;
}
