"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { CurrentSession, Workspace } from "@/lib/auth/schema";

type Current = { session: CurrentSession; workspace: Workspace };

const CurrentContext = createContext<Current | null>(null);

function useCurrent(): Current {
  const current = useContext(CurrentContext);
  if (!current) throw new Error("Only pages inside a workspace know the current one.");
  return current;
}

export function CurrentWorkspace({ children, ...current }: Current & { children: ReactNode }) {
  return <CurrentContext value={current}>{children}</CurrentContext>;
}

/** The workspace in the address, with the role of the person who is signed in. */
export const useWorkspace = (): Workspace => useCurrent().workspace;

/** Who is signed in, and their workspaces. */
export const useSession = (): CurrentSession => useCurrent().session;
