"use client";

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import type { CurrentSession, Workspace } from "@/lib/auth/schema";
import { onWhoIsHere } from "./signed-in-state";

type Current = { session: CurrentSession; workspace: Workspace };

const CurrentContext = createContext<Current | null>(null);

function useCurrent(): Current {
  const current = useContext(CurrentContext);
  if (!current) throw new Error("Only pages inside a workspace know the current one.");
  return current;
}

/** What the page came with, or what the server has answered since: a role may change while a page is open. */
export function CurrentWorkspace({ children, session, workspace }: Current & { children: ReactNode }) {
  const [answer, setAnswer] = useState<{ session: CurrentSession; after: CurrentSession } | null>(null);
  useEffect(() => onWhoIsHere((now) => setAnswer({ session: now, after: session })), [session]);
  const latest = answer?.after === session ? answer.session : session;
  const current = useMemo(() => {
    const here = latest.workspaces.find(({ id }) => id === workspace.id);
    // Somebody else, or nobody of this workspace: what is shown goes as a whole, see WhoIsHere.
    return here && latest.user.id === session.user.id
      ? { session: latest, workspace: here }
      : { session, workspace };
  }, [latest, session, workspace]);
  return <CurrentContext value={current}>{children}</CurrentContext>;
}

/** The workspace in the address, with the role of the person who is signed in. */
export const useWorkspace = (): Workspace => useCurrent().workspace;

/** Who is signed in, and their workspaces. */
export const useSession = (): CurrentSession => useCurrent().session;
