import "server-only";
import { auth } from "./adapters/better-auth";

/** Signs a person in; the answer's headers carry the session cookie. */
export async function signIn(email: string, password: string, headers: Headers): Promise<Headers> {
  const { headers: answer } = await auth().api.signInEmail({
    body: { email, password },
    headers,
    returnHeaders: true,
  });
  return answer;
}
