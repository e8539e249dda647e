import type { DatabaseContext } from "@/lib/db/client";
import type { KeyScope, Role } from "./permissions";

/** Who acts: a signed-in person, or a program with a key of theirs. */
export type Actor = {
  kind: "user";
  userId: string;
  name: string;
  email: string;
  isOperator: boolean;
  key?: ActingKey;
  /** The sign-in that a browser came with. */
  sessionId?: string;
};

/** The key that a program came with: it acts as its person, in one workspace, within its scopes. */
export type ActingKey = {
  id: string;
  name: string;
  workspaceId: string;
  scopes: readonly KeyScope[];
  /** Of a key to deliver: the one agent that it is for, and what it fetched last. */
  delivers?: { agentId: string; fetchedDigest: string | null };
};

/** What every query and command is given first: who, in which workspace, on which database, when, in which request. */
export type Context = DatabaseContext & {
  actor: Actor;
  workspace: { id: string; slug: string; name: string; role: Role };
  now: () => Date;
  traceId: string;
  address: string | null;
};

/** A signed-in person outside any workspace: creating one, listing their own. */
export type PersonContext = Omit<Context, "workspace">;

/** Somebody who has not signed in, or not yet. */
export type VisitorContext = Omit<PersonContext, "actor">;

/** One workspace, whoever asks: what is read or written there without anybody's rights being in question. */
export type WorkspaceContext = DatabaseContext & { workspace: { id: string } };
