import "server-only";
import { createMiddleware } from "hono/factory";
import { AppError } from "@/lib/kernel/app-error";
import { type AllowanceLimits, RequestAllowance } from "@/lib/platform/request-allowance";
import type { ApiEnv } from "./route";

/** Enough for an agent's every file at once, then for a program that asks without a pause. */
const deliveryLimits: AllowanceLimits = { burst: 6_000, perSecond: 200 };

declare global {
  var greenroomDeliveryAllowance: RequestAllowance | undefined;
}

/** How often one key, or one person, may ask for deliveries on each server. TOO_MANY_REQUESTS past that. */
export const limitDeliveryCalls = createMiddleware<ApiEnv>(async (c, next) => {
  globalThis.greenroomDeliveryAllowance ??= new RequestAllowance(deliveryLimits);
  const { actor } = c.var.person;
  const retryAfterSeconds = globalThis.greenroomDeliveryAllowance.take(actor.key?.id ?? actor.userId);
  if (retryAfterSeconds > 0)
    throw new AppError(
      "TOO_MANY_REQUESTS",
      "This program asks without a pause. Wait a little. A manifest is asked for now and then, with If-None-Match, and a file once.",
      { retryAfterSeconds },
    );
  await next();
});
