import { textOf } from "@/lib/skills/file-text";

const leastPiece = 6;

/** Lines as written, cut where a host puts something in: at placeholders and backslashes. */
export const skillTextPieces = (files: readonly (Uint8Array | null)[]): string[] => [
  ...new Set(
    files
      .flatMap((bytes) => (bytes === null ? [] : (textOf(bytes)?.split("\n") ?? [])))
      .flatMap((line) => line.split(/[\\$][A-Za-z0-9_[\]{}]*/))
      .map((piece) => piece.trim())
      .filter((piece) => piece.length >= leastPiece),
  ),
];
