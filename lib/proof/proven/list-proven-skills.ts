import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { findHiddenSkills } from "@/lib/access/skill-sight";
import { decodeCursor, encodeCursor } from "@/lib/db/cursor";
import { sql } from "@/lib/db/sql";
import { storableText } from "@/lib/kernel/storable-text";
import { isOfCurrentBytesSql, newestRunSql } from "@/lib/library/newest-run-sql";
import { effectFiguresSchema } from "../reports/effect-schema";
import { figuresSchema } from "../reports/figures-schema";
import {
  type ListProvenSkills,
  listProvenSkillsSchema,
  type ProvenList,
  type ProvenSkill,
  provenBytes,
} from "./proven-schema";

const runSchema = z.object({
  number: z.number().int(),
  bytes: z.enum(provenBytes),
  agent: z.object({ slug: z.string(), name: z.string() }),
  model: z.string(),
  /** Of its first host. */
  figures: z.unknown(),
  endedAt: z.coerce.date().nullable(),
});
type Run = z.infer<typeof runSchema>;

type Row = {
  skillId: string;
  skill: string;
  trigger: unknown;
  effect: unknown;
};

const columns = sql`json_build_object('number', run.number,
  'bytes', CASE WHEN ${isOfCurrentBytesSql} THEN 'current' ELSE 'older' END,
  'agent', json_build_object('slug', run."agentSlug", 'name', run."agentName"), 'model', run."modelName",
  'figures', run.figures->0, 'endedAt', run."endedAt") AS told`;

/** Skills of which something was measured, by name. Skills that are not listed were not measured. */
export async function listProvenSkills(context: Context, input: ListProvenSkills): Promise<ProvenList> {
  requirePermission(context, "playground.rehearse");
  const { cursor, limit } = listProvenSkillsSchema.parse(input);
  const after = cursor === undefined ? "" : decodeCursor(cursor, z.tuple([storableText]))[0];
  const hidden = await findHiddenSkills(context);
  const rows = await context.db.$queryRaw<Row[]>`
    SELECT s.id AS "skillId", s.name AS skill, found.told AS trigger, helps.told AS effect
    FROM "Skill" s JOIN "Draft" d ON d."skillId" = s.id
    LEFT JOIN LATERAL (${newestRunSql("trigger", columns)}) found ON true
    LEFT JOIN LATERAL (${newestRunSql("effect", columns)}) helps ON true
    WHERE s."workspaceId" = ${context.workspace.id}::uuid AND s.name COLLATE "C" > ${after}
      AND s.id <> ALL (${hidden}::uuid[])
      AND (found.told IS NOT NULL OR helps.told IS NOT NULL)
    ORDER BY s.name COLLATE "C" LIMIT ${limit + 1}`;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(toProven),
    nextCursor: rows.length > limit && last ? encodeCursor([last.skill]) : null,
  };
}

function toProven({ skillId, skill, trigger, effect }: Row): ProvenSkill {
  const toldOf = (told: unknown) => (told === null ? null : runSchema.parse(told));
  const [found, helps] = [toldOf(trigger), toldOf(effect)];
  const common = ({ number, agent, model, bytes, endedAt }: Run) => ({
    number,
    agent,
    model,
    bytes,
    endedAt: endedAt?.toISOString() ?? null,
  });
  const cases = found && figuresSchema.safeParse(found.figures).data;
  const tasks = helps && effectFiguresSchema.safeParse(helps.figures).data;
  return {
    skillId,
    skill,
    trigger:
      found && cases
        ? {
            ...common(found),
            dialect: cases.dialect,
            recall: cases.recall,
            precision: cases.precision,
            word: cases.verdict.word,
          }
        : null,
    effect: helps && tasks ? { ...common(helps), dialect: tasks.dialect, verdict: tasks.verdict.word } : null,
  };
}
