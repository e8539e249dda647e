// What the operator can do about an error of the database. No packages are needed.
import { PlainError } from "../progress.mjs";
import { isRefusedByPooler, POOLED_ADDRESS } from "./pooled-address.mjs";

const ADVICE = [
  [/No space left on device|Disk quota exceeded/, "free some space on its disk"],
  [/Read-only file system/, "make its disk writable"],
  [/Permission denied|wrong ownership/, "give the folder to the account that runs it"],
  [/incompatible with server/, "start the version of Greenroom that made it"],
  [/too many clients|connection slots/, "end the programs that hold all of its connections"],
  [
    /checkpoint record|control file|pg_control|invalid magic|invalid page/,
    "if this is a copy, copy it again while Greenroom is stopped; else restore a backup",
  ],
];

/** What to do about a reason that Postgres gave, to be put after it; "" when it is not known. */
export function adviceFor(reason) {
  const advice = ADVICE.find(([pattern]) => pattern.test(reason))?.[1];
  return advice ? `; ${advice}` : "";
}

/** Classes of https://www.postgresql.org/docs/current/errcodes-appendix.html that are about the machine, not the query. */
const OPERATORS_CLASSES = /^(08|25006|53|57|58)/;

/** What `pg` itself says when the server does not answer. */
const LOST = /^(Connection terminated|Query read timeout|timeout (expired|exceeded when trying to connect))/;

/** An error of the database that the operator can put right, in one line; any other comes back as it is. */
export function plainly(error) {
  if (error instanceof PlainError) return error;
  if (isRefusedByPooler(error)) return new PlainError(POOLED_ADDRESS, { cause: error });
  const isLost = error.code === "ECONNREFUSED" || LOST.test(error.message);
  const isOperators = error.severity !== undefined && OPERATORS_CLASSES.test(error.code);
  if (!isLost && !isOperators) return error;
  return new PlainError(`the database does not go on: ${error.message}${adviceFor(error.message)}`, {
    cause: error,
  });
}
