import "server-only";
import { createHmac, type Hmac, timingSafeEqual } from "node:crypto";
import { sha256 } from "@/lib/platform/crypto";

/** GitLab takes such secrets alone for what it signs, and every other host takes any. */
const secretPrefix = "whsec_";

/** 256 random bits, as every host takes them. */
export const newHookSecret = (): string =>
  `${secretPrefix}${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64")}`;

/** As Standard Webhooks asks: a signed delivery that somebody kept is not taken for ever. */
const toleranceMs = 5 * 60_000;

type Check = { update: (piece: Uint8Array) => void; isRight: () => boolean };

/**
 * What a request that says who sent it has to be held to, piece by piece: null where it says nothing of the kind.
 * GitHub and Gitea sign the body with the secret, GitLab sends the secret itself or signs by Standard Webhooks, and
 * whoever else signs the body sends that as `X-Greenroom-Signature`.
 */
export function openHookCheck(secret: string, headers: Headers, now: Date): Check | null {
  const hub = headers.get("x-hub-signature-256") ?? headers.get("x-greenroom-signature");
  if (hub !== null) return signed(createHmac("sha256", secret), [hub.replace(/^sha256=/, "")], "hex");
  const gitea = headers.get("x-gitea-signature");
  if (gitea !== null) return signed(createHmac("sha256", secret), [gitea], "hex");
  const standard = headers.get("webhook-signature");
  if (standard !== null) return standardCheck(secret, headers, { given: standard, now });
  const token = headers.get("x-gitlab-token");
  return token === null ? null : { update: () => {}, isRight: () => isSame(sha256(token), sha256(secret)) };
}

/** Standard Webhooks: id, time and body are signed, and several signatures may stand there while a secret is changed. */
function standardCheck(
  secret: string,
  headers: Headers,
  { given, now }: { given: string; now: Date },
): Check {
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
  const hmac = createHmac("sha256", key);
  const sentAt = headers.get("webhook-timestamp") ?? "";
  hmac.update(`${headers.get("webhook-id") ?? ""}.${sentAt}.`);
  const signatures = given
    .split(" ", 10)
    .filter((one) => one.startsWith("v1,"))
    .map((one) => one.slice("v1,".length));
  const isTimely = Math.abs(now.getTime() - Number(sentAt) * 1_000) <= toleranceMs;
  return signed(hmac, isTimely ? signatures : [], "base64");
}

function signed(hmac: Hmac, given: readonly string[], form: "hex" | "base64"): Check {
  return {
    update: (piece) => void hmac.update(piece),
    isRight: () => {
      const right = hmac.digest(form);
      // Every one is compared: how long it takes tells nothing.
      return given.map((one) => isSame(form === "hex" ? one.toLowerCase() : one, right)).includes(true);
    },
  };
}

function isSame(given: string, right: string): boolean {
  const [left, other] = [Buffer.from(given), Buffer.from(right)];
  return left.length === other.length && timingSafeEqual(left, other);
}
