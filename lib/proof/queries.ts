import "server-only";
import { z } from "zod";
import { readClosedNames } from "@/lib/access/closed-names";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { decodeCursor, encodeCursor } from "@/lib/db/cursor";
import { AppError } from "@/lib/kernel/app-error";
import { rowNumber } from "@/lib/kernel/row-number";
import { getSkillId } from "@/lib/library/get-skill-id";
import { selfCheckOfRunSchema } from "./checks/check-schema";
import { suiteRunColumns, toSuiteRuns } from "./internal/suite-run-rows";
import { frozenOfferSchema } from "./plans/frozen-offer";
import { compareRepeatedEffect, effectFiguresOf, type JudgedEffectRun } from "./reports/effect-figures";
import { compareOnce, figuresOf, type JudgedRun } from "./reports/figures";
import { findChanges } from "./runs/find-changes";
import {
  type ListSuiteRuns,
  listSuiteRunsSchema,
  type SuiteRun,
  type SuiteRunDetail,
  type SuiteRunList,
} from "./schema";

/** Of runs that were removed only the count is left. */
export const notRemoved = { removedAt: null } as const;
/** What tries a text that the skill does not have says nothing of the skill: it is told with its improvement alone. */
export const ofTheSkillItself = { improvementId: null } as const;

/** Of a skill beside the agent's own catalogue: those beside other bytes of a sibling say nothing of it alone. */
const ownRuns = { ...notRemoved, ...ofTheSkillItself, besideSkillId: null } as const;

type Named = { skill: string; number: number };

/** NOT_FOUND for one of another workspace, and for one that is not there. */
const noSuchRun = ({ skill, number }: Named) =>
  new AppError("NOT_FOUND", `There is no run ${number} of ${skill}.`);

/** Of one skill, the newest first; without those that were started for a sibling's sake. */
export async function listSuiteRuns(
  context: Context,
  input: ListSuiteRuns & { skill: string },
): Promise<SuiteRunList> {
  requirePermission(context, "playground.rehearse");
  const { suite, cursor, limit } = listSuiteRunsSchema.parse(input);
  const skillId = await getSkillId(context, input.skill);
  const before = cursor === undefined ? undefined : decodeCursor(cursor, z.tuple([rowNumber]))[0];
  const rows = await context.db.suiteRun.findMany({
    where: {
      skillId,
      workspaceId: context.workspace.id,
      ...ownRuns,
      ...(suite === undefined ? {} : { suite }),
      ...(before === undefined ? {} : { number: { lt: before } }),
    },
    orderBy: { number: "desc" },
    take: limit + 1,
    ...suiteRunColumns,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: await toSuiteRuns(context, page),
    nextCursor: rows.length > limit && last ? encodeCursor([last.number]) : null,
  };
}

/** A run with its progress. */
export async function getSuiteRun(context: Context, named: Named): Promise<SuiteRun> {
  requirePermission(context, "playground.rehearse");
  const row = await context.db.suiteRun.findFirst({
    where: {
      number: named.number,
      workspaceId: context.workspace.id,
      skill: { name: named.skill },
      ...notRemoved,
    },
    ...suiteRunColumns,
  });
  const [run] = row ? await toSuiteRuns(context, [row]) : [];
  if (!run) throw noSuchRun(named);
  return run;
}

/** The same with all that it came to; skills that are not open to the asker are not among the offered, and go by no name. */
export async function getSuiteRunDetail(context: Context, named: Named): Promise<SuiteRunDetail> {
  const run = await getSuiteRun(context, named);
  const row = await context.db.suiteRun.findFirst({
    where: { id: run.id, workspaceId: context.workspace.id, ...notRemoved },
    include: { skill: { select: { name: true } } },
  });
  if (!row) throw noSuchRun(named);
  const offer = frozenOfferSchema.parse(row.offer);
  const { isClosed, isName, mask } = await readClosedNames(context);
  const offered = (offer.dialects[0]?.started.offered ?? []).filter((one) => !isClosed(one));
  const changes = await findChanges(context, offer);
  return mask({
    ...run,
    selfCheck: selfCheckOfRunSchema.nullable().parse(row.selfCheck),
    answeredAs: row.answeredAs,
    offered: offered.map(({ name, version, draftRevision, digest }) => ({
      skill: name,
      version,
      revision: draftRevision,
      digest,
    })),
    withheld: offer.withheld ?? [],
    changes: changes.filter(({ skill }) => !isName(skill)),
    figures: row.suite === "effect" ? [] : await figuresOf(context, row),
    effectFigures: row.suite === "effect" ? await effectFiguresOf(context, row) : [],
    aa: await compareWith(context, row),
  });
}

async function compareWith(
  context: Context,
  row: JudgedRun &
    JudgedEffectRun & { skillId: string; suite: string; repeatOf: number | null; figures: unknown },
): Promise<SuiteRunDetail["aa"]> {
  const { skillId, repeatOf } = row;
  if (repeatOf === null) return null;
  const before = await context.db.suiteRun.findFirst({
    where: { skillId, number: repeatOf, workspaceId: context.workspace.id, ...notRemoved },
    include: { skill: { select: { name: true } } },
    omit: { offer: true },
  });
  if (!before) return null;
  const compare = row.suite === "effect" ? compareRepeatedEffect : compareOnce;
  return { of: repeatOf, ...(await compare(context, { now: row, before })) };
}
