import type { HostPackage, LeaveOutRule, LeftOutFile, LoadedPackage } from "@/lib/runtime/host-load";

export type FileSize = HostPackage["files"][number];
type Files = Pick<LoadedPackage, "files" | "scripts" | "leftOut">;

export const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** The last ending in lower case, with its dot; empty without one, as for `.env`. */
export function endingOf(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot).toLowerCase() : "";
}

/** Sorts a package's files but `skillFile` into what the host has and what it leaves out. */
export function sortFiles(
  files: readonly FileSize[],
  skillFile: string,
  {
    leaveOut = () => null,
    isScript = () => false,
  }: { leaveOut?: (file: FileSize) => LeaveOutRule | null; isScript?: (path: string) => boolean } = {},
): Files {
  const kept: string[] = [];
  const leftOut: LeftOutFile[] = [];
  for (const file of files) {
    if (file.path === skillFile) continue;
    const rule = leaveOut(file);
    if (rule === null) kept.push(file.path);
    else leftOut.push({ path: file.path, rule });
  }
  kept.sort();
  leftOut.sort((left, right) => (left.path < right.path ? -1 : 1));
  return { files: kept, scripts: kept.filter(isScript), leftOut };
}

/** Endings of files that are no text, for lists that read no bytes. */
const binary = new Set(
  (
    ".avif .bmp .gif .ico .jpeg .jpg .png .tif .tiff .webp .heic .pdf .zip .gz .tgz .bz2 .xz .7z .rar .tar .jar .war " +
    ".docx .pptx .xlsx .doc .ppt .xls .odt .ods .odp .epub .mp3 .wav .ogg .flac .m4a .mp4 .mov .avi .mkv .webm " +
    ".ttf .otf .woff .woff2 .eot .wasm .exe .dll .so .dylib .bin .dat .class .pyc .pyo .o .a .db .sqlite .sqlite3 .parquet"
  ).split(" "),
);

/** A guess by the name; who has the bytes asks them. */
export const looksBinary = (path: string): boolean => binary.has(endingOf(path));
