import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { serveGit } from "@/lib/git/serve-git";
import { ConcurrencySlots } from "@/lib/platform/concurrency-slots";
import { log } from "@/lib/platform/log";
import type { Recorded } from "../commands/record-commits";
import { openRepository } from "./open-repository";

/** Fetches under way at once: of one address, of all addresses of a workspace, and on this server. */
const limits = { all: 32, waiting: 16, waitMs: 10_000 };
const ofAddress = new ConcurrencySlots({ ...limits, each: 8 });
const ofWorkspace = new ConcurrencySlots({ ...limits, each: 16 });

export type AskedOfRepository = Recorded & {
  request: Request;
  /** What follows the repository's address. */
  path: string;
  /** What the address is told apart by. */
  addressId: string;
};

/** The answer of the repository of a source to git, which shows refusals in its own words. */
export const answerGitAddress = (
  context: WorkspaceContext,
  { request, path, addressId, source, title }: AskedOfRepository,
): Promise<Response> =>
  serveGit(
    {
      openRepository: () => openRepository(context, { source, title }),
      async claimPack() {
        const own = await ofAddress.take(addressId, request.signal);
        if (!own.ok) return null;
        const shared = await ofWorkspace.take(context.workspace.id, request.signal);
        if (!shared.ok) {
          own.end();
          return null;
        }
        return () => {
          own.end();
          shared.end();
        };
      },
      onBroken: (cause) => log.info({ err: cause, address: addressId }, "a pack was not sent to its end"),
    },
    request,
    path,
  );
