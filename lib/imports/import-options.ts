import type { ImportSummary } from "./import-schema";

/** The rule of an import's notes that name hosts which would not load a skill. */
export const hostRefusesRule = "host-refuses";

type State = ImportSummary["state"];

/** In these the server is at work on it, and its numbers move. */
export const movingStates = ["reading", "storing"] as const satisfies State[];

export const isMoving = ({ state }: { state: State }): boolean =>
  movingStates.some((moving) => moving === state);
