const mediaTypes: Readonly<Record<string, string>> = {
  avif: "image/avif",
  gif: "image/gif",
  ico: "image/x-icon",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  pdf: "application/pdf",
  zip: "application/zip",
  gz: "application/gzip",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  mp4: "video/mp4",
  ttf: "font/ttf",
  otf: "font/otf",
  woff: "font/woff",
  woff2: "font/woff2",
  wasm: "application/wasm",
};

/** By the name's ending, for files that are not text. */
export function mediaTypeOf(path: string): string {
  const dot = path.lastIndexOf(".");
  return mediaTypes[path.slice(dot + 1).toLowerCase()] ?? "application/octet-stream";
}
