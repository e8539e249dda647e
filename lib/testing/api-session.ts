import type { Context } from "@/lib/access/context";
import { api } from "@/lib/api/app";
import { signIn } from "@/lib/auth/credentials";
import { hashPassword } from "@/lib/auth/writes/set-password";
import type { Tx } from "@/lib/db/client";
import { undocumented } from "./cast/documented-answer";

export const testPassword = "a-password-of-the-tests";
/** Slow on purpose, as people's are, and the same for everybody here: made once. */
let testHash: Promise<string> | undefined;

/** Lets somebody who exists sign in with `testPassword`. */
export async function givePassword(db: Tx, userId: string): Promise<void> {
  testHash ??= hashPassword(testPassword);
  const password = await testHash;
  await db.account.create({ data: { userId, accountId: userId, providerId: "credential", password } });
}

/** A session cookie of somebody who exists, through the real sign-in. */
export async function sessionCookie({ db, actor }: Context): Promise<string> {
  await givePassword(db, actor.userId);
  const headers = await signIn(actor.email, testPassword, new Headers());
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** One call of the REST API, as a program makes it. Throws when the answer is not as the API's document says. */
export async function callApi(
  method: string,
  path: string,
  options: { cookie?: string; bearer?: string; body?: unknown } = {},
): Promise<Response> {
  const headers = new Headers();
  if (options.cookie) headers.set("cookie", options.cookie);
  if (options.bearer) headers.set("authorization", `Bearer ${options.bearer}`);
  if (options.body !== undefined) headers.set("content-type", "application/json");
  const address = `http://greenroom.test/api/v1${path}`;
  const answer = await api.request(address, {
    method: method.toUpperCase(),
    headers,
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
  const difference = await undocumented(method, address, answer);
  if (difference) throw new Error(difference);
  return answer;
}
