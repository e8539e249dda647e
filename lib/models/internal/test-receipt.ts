import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "@/lib/access/context";
import { deriveKey } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import type { Endpoint } from "../open-provider";

const goodForMs = 15 * 60_000;

/** Says that this endpoint, with this key, passed its test a moment ago: so that saving need not pay for another. */
export function issueReceipt(context: Context, endpoint: Endpoint): string {
  const until = context.now().getTime() + goodForMs;
  return `${until}.${sign(context, endpoint, until)}`;
}

export function isReceiptFor(context: Context, endpoint: Endpoint, receipt: string | undefined): boolean {
  const [until = "", signature = ""] = receipt?.split(".") ?? [];
  const expected = Buffer.from(sign(context, endpoint, Number(until)));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return Number(until) > context.now().getTime();
}

function sign(context: Context, { provider, baseUrl, modelId, key }: Endpoint, until: number): string {
  const what = JSON.stringify([context.workspace.id, provider, baseUrl, modelId, key, until]);
  return createHmac("sha256", deriveKey(env().secret, "model-test")).update(what).digest("hex");
}
