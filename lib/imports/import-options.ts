import type { ImportSummary } from "./import-schema";

/** The rule of an import's notes that name hosts which would not load a skill. */
export const hostRefusesRule = "host-refuses";

/** Whether the server is at work on it, and its numbers move. */
export const isMoving = ({ state }: Pick<ImportSummary, "state">): boolean =>
  state === "reading" || state === "storing";
