import "server-only";
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { z } from "zod";
import { inWords } from "@/lib/db/database-errors";
import { AppError } from "@/lib/kernel/app-error";
import { log } from "@/lib/platform/log";

/** What JSON-RPC leaves to servers (-32000 to -32099), for requests that may succeed another time. */
const serverError = -32_000;

/**
 * Does the work, and says in the protocol's own terms why it could not be done. Nothing of an error that nobody wrote for
 * others to read goes out: its trace id does.
 */
export async function inProtocol<T>({ traceId }: { traceId: string }, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw protocolFailure(error, traceId);
  }
}

export function protocolFailure(error: unknown, traceId: string): ProtocolError {
  if (ProtocolError.isInstance(error)) return error;
  if (error instanceof z.ZodError)
    return new ProtocolError(ProtocolErrorCode.InvalidParams, inputWords(error));
  const told = inWords(error);
  if (told instanceof AppError && told.code !== "INTERNAL") {
    const { code, message, retryAfterSeconds } = told;
    const data = { code, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
    return new ProtocolError(isOfInput(told) ? ProtocolErrorCode.InvalidParams : serverError, message, data);
  }
  log.error({ err: told, traceId }, "an MCP request failed");
  return new ProtocolError(
    ProtocolErrorCode.InternalError,
    `Something went wrong here that is not your fault. Tell whoever runs this server the trace id ${traceId}.`,
  );
}

const inputWords = ({ issues }: z.ZodError): string =>
  issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.join(".")}: ${message}`)
    .join("; ");

const isOfInput = ({ status }: AppError): boolean =>
  status === 400 || status === 404 || status === 413 || status === 422;
