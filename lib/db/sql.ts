import "server-only";
import { Prisma } from "./generated/client";

/** Raw SQL with its values kept apart, and no SQL at all: for what Prisma's queries cannot say. */
export const sql = Prisma.sql;
export const joinSql = Prisma.join;
export const emptySql = Prisma.empty;
export type Sql = Prisma.Sql;
