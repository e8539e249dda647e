/** Bytes to be downloaded. `etag` names exactly these bytes. */
export type Download = {
  fileName: string;
  mediaType:
    | "application/octet-stream"
    | "application/zip"
    | "application/gzip"
    | "text/plain; charset=utf-8";
  etag: string;
  content: Uint8Array;
};
