import "server-only";
import { z } from "zod";
import { poolFullCode } from "./bounded-pool";
import { Prisma } from "./generated/client";

/** What keeps the database from working, whoever asks. `slow`: it works, and has too much to do. */
export type DatabaseTrouble = "full" | "read-only" | "slow" | "unreachable";

/** Classes and codes of https://www.postgresql.org/docs/current/errcodes-appendix.html, and Prisma's own (P...). */
const troubleOfCode: Readonly<Record<string, DatabaseTrouble | undefined>> = {
  "53100": "full",
  "25006": "read-only",
  "53200": "slow",
  "53300": "slow",
  "53400": "slow",
  "55P03": "slow",
  "57014": "slow",
  "25P03": "slow",
  "25P04": "slow",
  [poolFullCode]: "slow",
  P2024: "slow",
  P2028: "slow",
  P2037: "slow",
  "57P01": "unreachable",
  "57P02": "unreachable",
  "57P03": "unreachable",
  "57P05": "unreachable",
  P1000: "unreachable",
  P1001: "unreachable",
  P1002: "unreachable",
  P1003: "unreachable",
  P1008: "unreachable",
  P1010: "unreachable",
  P1011: "unreachable",
  P1017: "unreachable",
};

/** What `pg` says without a code. */
const troubleOfMessage: Readonly<Record<string, DatabaseTrouble | undefined>> = {
  "timeout exceeded when trying to connect": "slow",
  "Connection terminated due to connection timeout": "unreachable",
  "Connection terminated unexpectedly": "unreachable",
  "Connection terminated": "unreachable",
  "Query read timeout": "unreachable",
  "Client has encountered a connection error and is not queryable": "unreachable",
};

/** What the adapter calls it: all that is told of a statement of our own SQL, whose code is always P2010. */
const troubleOfKind: Readonly<Record<string, DatabaseTrouble | undefined>> = {
  DatabaseNotReachable: "unreachable",
  ConnectionClosed: "unreachable",
  SocketTimeout: "unreachable",
  TlsConnectionError: "unreachable",
  TooManyConnections: "slow",
};

/** What a failed statement says of the database itself; null when the fault is not the database's. */
export function troubleOf(error: unknown): DatabaseTrouble | null {
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    const parsed = adapterSchema.safeParse(error.meta);
    const cause: Cause = parsed.success ? parsed.data.driverAdapterError.cause : {};
    return (
      troubleOfState(cause.originalCode, cause.severity) ??
      troubleOfCode[error.code] ??
      troubleOfKind[cause.kind ?? ""] ??
      null
    );
  }
  if (!(error instanceof Error)) return null;
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const severity = "severity" in error && typeof error.severity === "string" ? error.severity : undefined;
  // Codes of the system mean other things elsewhere: those of `pg` come with a severity.
  const isOfDatabase = severity !== undefined || code === poolFullCode;
  return (isOfDatabase ? troubleOfState(code, severity) : null) ?? troubleOfMessage[error.message] ?? null;
}

/** Of a SQLSTATE: class 08 is a connection that failed, and what is fatal ends one, or does not let one be made. */
function troubleOfState(code: string | undefined, severity: string | undefined): DatabaseTrouble | null {
  const known = code === undefined ? undefined : troubleOfCode[code];
  if (known) return known;
  return code?.startsWith("08") || severity === "FATAL" ? "unreachable" : null;
}

const adapterSchema = z.object({
  driverAdapterError: z.object({
    cause: z.object({
      kind: z.string().optional(),
      originalCode: z.string().optional(),
      severity: z.string().optional(),
    }),
  }),
});

type Cause = z.infer<typeof adapterSchema>["driverAdapterError"]["cause"];

declare global {
  var greenroomTrouble: { refusedWrite: DatabaseTrouble | null; metAt: number } | undefined;
}
// Pages and routes are separate bundles of one process, which has one database.
function met(): { refusedWrite: DatabaseTrouble | null; metAt: number } {
  globalThis.greenroomTrouble ??= { refusedWrite: null, metAt: Number.NEGATIVE_INFINITY };
  return globalThis.greenroomTrouble;
}

/** What calls have met of the database, for whoever asks how it is. */
export const lastTrouble = {
  /** Of the last write that was refused for want of room, or because none are taken; until one is known to go again. */
  refusedWrite: (): DatabaseTrouble | null => met().refusedWrite,
  /** When any call last met trouble, in milliseconds of `performance.now()`. */
  metAt: (): number => met().metAt,
  note(trouble: DatabaseTrouble): void {
    met().metAt = performance.now();
    if (trouble === "full" || trouble === "read-only") met().refusedWrite = trouble;
  },
  forgetRefusedWrite(): void {
    met().refusedWrite = null;
  },
};
