import "server-only";
import type { Context } from "@/lib/access/context";
import { inWords } from "@/lib/db/database-errors";
import { AppError } from "@/lib/kernel/app-error";
import { log } from "@/lib/platform/log";
import { admitHost, type HostSender } from "./admit-host";
import { noteGatewayKeyUse } from "./commands/note-key-use";
import { findEndpoint, guessProtocol, type WireEndpoint } from "./find-endpoint";
import type { WireProtocol } from "./gateway-options";
import { listOneModel } from "./list-one-model";
import { passRequest } from "./pass-request";
import type { KeepExchange } from "./ports";
import { rehearseRequest } from "./rehearse-request";
import { WireError, wireErrorResponse } from "./wire-error";
import { takeWireSlots } from "./wire-slots";

type Ports = {
  sender: HostSender;
  /** Takes what went by, after the last byte. */
  keep: KeepExchange;
  /** Told once it is known who asks. */
  onAdmitted: (context: Context) => void;
};

/**
 * One request of a host, at `/gateway/<key>/...`: passed to the key's model, or answered by Rehearsal. Whatever is wrong
 * with it is said in the words of the host's own protocol.
 */
export async function answerHost(request: Request, { sender, keep, onAdmitted }: Ports): Promise<Response> {
  const arrivedAt = performance.now();
  const [, , key = "", ...rest] = new URL(request.url).pathname.split("/");
  const path = rest.join("/");
  try {
    const admission = await admitHost(sender, key);
    onAdmitted(admission.context);
    void noteGatewayKeyUse(sender, admission.key, sender.now());
    const modelId = admission.hostModel?.modelId ?? "rehearsal";
    const endpoint = findEndpoint(request.method, path, request.headers, modelId);
    if (!endpoint) throw new WireError("not-found", unknown(request.method, path));
    if (endpoint.kind === "models") return listOneModel(endpoint.protocol, modelId);
    const release = await takeWireSlots(ownerOf(admission.context), request);
    const asked = {
      request,
      endpoint,
      arrivedAt,
      release,
      keep: (seen: Parameters<KeepExchange>[1]) => keep(admission, seen),
    };
    try {
      return admission.hostModel
        ? await passRequest(admission.hostModel, asked)
        : await rehearseRequest(asked);
    } catch (error) {
      release();
      throw error;
    }
  } catch (error) {
    return wireErrorResponse(protocolOf(request, path), inWireWords(error));
  }
}

const ownerOf = ({ actor, workspace }: Context) => ({ userId: actor.userId, workspaceId: workspace.id });

/** What is asked of whoever answers. `release` gives back its turn: once the last byte has gone. */
export type AskedOfModel = {
  request: Request;
  endpoint: Exclude<WireEndpoint, { kind: "models" }>;
  /** By `performance.now()`. */
  arrivedAt: number;
  release: () => void;
  keep: (seen: Parameters<KeepExchange>[1]) => ReturnType<KeepExchange>;
};

const unknown = (method: string, path: string): string =>
  `Greenroom's gateway has no ${method} /${path.slice(0, 100)}. It answers POST v1/messages, v1/messages/count_tokens, ` +
  "v1/responses, v1/chat/completions, v1beta/models/{model}:generateContent, :streamGenerateContent and :countTokens.";

const protocolOf = (request: Request, path: string): WireProtocol =>
  findEndpoint(request.method, path, request.headers, "")?.protocol ?? guessProtocol(path, request.headers);

function inWireWords(error: unknown): WireError {
  if (error instanceof WireError) return error;
  const told = inWords(error);
  if (told instanceof AppError && told.code === "UNAVAILABLE")
    return new WireError("unavailable", told.message, told.retryAfterSeconds);
  if (!(error instanceof Error && error.name === "AbortError"))
    log.error({ err: error }, "a request of a host failed");
  return new WireError("internal", "Something broke in Greenroom's gateway. Its log has the reason.");
}
