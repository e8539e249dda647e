import { AppError } from "@/lib/kernel/app-error";
import { ModelError } from "@/lib/models/model-error";
import type { PayloadOf } from "@/lib/runtime/events";

type RunError = NonNullable<PayloadOf<"run-finished">["error"]>;

/** What the person is told of a failed run. What is not meant for people stays in the log, under the trace id. */
export function describeModelError(error: unknown, traceId: string): RunError {
  if (error instanceof AppError || error instanceof ModelError)
    return { code: error.code, message: error.message };
  return {
    code: "INTERNAL",
    message: `Something broke on our side. The server's log has the reason under trace ${traceId}.`,
  };
}
