import "server-only";
import { answerGitAddress } from "@/lib/delivery/git/answer-git-address";
import type { AskedOfAddress } from "./delivery-door";

/** What clients ask of the git address below a token, `path` being `[<name>.git, ...]`: whatever it is called there. */
export async function answerGit({ request, path, opened }: AskedOfAddress): Promise<Response> {
  const { id: addressId, context, target: source, title } = opened;
  return answerGitAddress(context, { request, path: path.slice(1).join("/"), addressId, source, title });
}
