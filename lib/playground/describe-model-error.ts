import { APICallError } from "ai";
import { AppError } from "@/lib/kernel/app-error";
import type { PayloadOf } from "@/lib/runtime/events";

type RunError = NonNullable<PayloadOf<"run-finished">["error"]>;

/** What the person is told of a failed run. What is not meant for people stays in the log, under the trace id. */
export function describeModelError(error: unknown, traceId: string): RunError {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  if (APICallError.isInstance(error)) {
    const status = error.statusCode === undefined ? "no answer" : `status ${error.statusCode}`;
    return { code: "MODEL_REFUSED", message: `The model's provider answered with ${status}. Try again.` };
  }
  return {
    code: "INTERNAL",
    message: `Something broke on our side. The server's log has the reason under trace ${traceId}.`,
  };
}
