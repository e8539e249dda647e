import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { env } from "@/lib/platform/env";
import { type Prisma, PrismaClient } from "./generated/client";

/** A database handle: the client itself or an open transaction. */
export type Db = PrismaClient;
export type Tx = Prisma.TransactionClient;

/** Builds a client for one address; the app uses `database()`, tests make their own. */
export function createDatabase(connectionString: string): Db {
  return new PrismaClient({ adapter: new PrismaPg({ connectionString, max: 20 }) });
}

declare global {
  var greenroomDatabase: Db | undefined;
}

/** The process's one client, made at first use: importing this file must not need a database (builds do that). */
export function database(): Db {
  globalThis.greenroomDatabase ??= createDatabase(env().databaseUrl);
  return globalThis.greenroomDatabase;
}
