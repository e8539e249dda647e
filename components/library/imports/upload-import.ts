import { ApiError, apiErrorOf } from "@/lib/api/client";
import type { DroppedFile } from "./read-dropped-files";

type UploadOptions = {
  signal: AbortSignal;
  /** Bytes that have left the browser, of all. */
  onProgress: (sent: number, total: number) => void;
};

const unreachable = () =>
  new ApiError(
    0,
    "UNREACHABLE",
    "The upload broke off: the server does not answer. Nothing was stored; try again.",
  );

async function idOf(answer: Response): Promise<string> {
  const [{ importProgressSchema }, body] = await Promise.all([
    import("@/lib/imports/import-schema"),
    answer.json(),
  ]);
  return importProgressSchema.parse(body).id;
}

/**
 * Sends what was dropped and answers the new import's id; the server reads on by itself. XMLHttpRequest, because
 * fetch cannot say how much of a body has been sent.
 */
export function uploadImport(
  workspace: string,
  files: readonly DroppedFile[],
  { signal, onProgress }: UploadOptions,
): Promise<string> {
  const form = new FormData();
  for (const { path, file } of files) form.append("file", file, path);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    signal.addEventListener("abort", cancel, { once: true });
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
    request.onabort = () => reject(signal.reason);
    request.onerror = () => reject(unreachable());
    request.onload = () => {
      signal.removeEventListener("abort", cancel);
      const answer = new Response(request.responseText, { status: request.status });
      if (!answer.ok) void apiErrorOf(answer).then(reject, reject);
      else void idOf(answer).then(resolve, reject);
    };
    request.open("POST", `/api/v1/workspaces/${encodeURIComponent(workspace)}/imports`);
    request.send(form);
  });
}
