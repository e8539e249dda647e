import "server-only";
import type { AskedOfAddress } from "./delivery-door";

/** What clients ask of the git address below a token, `path` being `[<name>.git, ...]`; null where there is nothing. */
export async function answerGit(_asked: AskedOfAddress): Promise<Response | null> {
  return null;
}
