import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "@/lib/access/context";
import { deriveKey } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import type { Endpoint } from "../open-provider";
import { type TestedPart, testedParts } from "../tested-parts";

const goodForMs = 15 * 60_000;

/**
 * Says that this endpoint, with this key, answered its test a moment ago, and what it lacked: so that saving need not
 * pay for another.
 */
export function issueReceipt(context: Context, endpoint: Endpoint, lacks: readonly TestedPart[]): string {
  const until = context.now().getTime() + goodForMs;
  const written = lacks.join("+");
  return `${until}.${written}.${sign(context, endpoint, until, written)}`;
}

/** What the endpoint lacked in the test of this receipt; null when the receipt is not good for it, or no more. */
export function readReceipt(
  context: Context,
  endpoint: Endpoint,
  receipt: string | undefined,
): TestedPart[] | null {
  const [until = "", written = "", signature = ""] = receipt?.split(".") ?? [];
  const expected = Buffer.from(sign(context, endpoint, Number(until), written));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  if (Number(until) <= context.now().getTime()) return null;
  return testedParts.filter((part) => written.split("+").includes(part));
}

function sign(
  context: Context,
  { provider, baseUrl, modelId, key }: Endpoint,
  until: number,
  lacks: string,
): string {
  const what = JSON.stringify([context.workspace.id, provider, baseUrl, modelId, key, until, lacks]);
  return createHmac("sha256", deriveKey(env().secret, "model-test")).update(what).digest("hex");
}
