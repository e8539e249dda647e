import "server-only";
import { Prisma } from "./generated/client";

/** Pieces of a raw query, for the reads whose conditions vary. Values always travel as parameters. */
export const sql = Prisma.sql;
export const joinSql = Prisma.join;
export const emptySql = Prisma.empty;
export type Sql = Prisma.Sql;
