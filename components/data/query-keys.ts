/** The first word of a query's key names the module of the API whose writes change the answer. */
export type QueryModule =
  | "agents"
  | "audit"
  | "comparisons"
  | "gateway"
  | "inbox"
  | "keys"
  | "library"
  | "models"
  | "proof"
  | "reviews"
  | "sessions"
  | "threads"
  | "workspaces";

/** These follow a stream of their own, read a disk, or count one server: no change that is told of asks for them again. */
export const ownPaceParts = ["activity", "imports", "directories", "caches", "palette"] as const;
type OwnPacePart = (typeof ownPaceParts)[number];

/** What is asked of one conversation of a live host, whose id follows. */
export const sessionParts = ["session", "events", "comparison", "wording"] as const;
export type SessionPart = (typeof sessionParts)[number];

/** Every key of a workspace begins so, and a write can ask for all of a module again; null means the installation. */
export const moduleKey = (module: QueryModule, workspace: string | null) => [module, workspace] as const;

/** Begins the key of what live changes leave alone. */
export const ownPaceKey = (module: QueryModule, workspace: string, part: OwnPacePart) =>
  [...moduleKey(module, workspace), part] as const;

/** Ends the key of a list of skills that runs of suites move: one that is sorted or filtered by what they came to. */
export const byProof = "by-proof";
