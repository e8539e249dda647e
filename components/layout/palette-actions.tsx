"use client";

import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import type { LucideIcon } from "@/components/ui/icon";

export type PaletteAction = {
  id: string;
  /** A verb: "Rehearse the draft". */
  label: string;
  icon: LucideIcon;
  run: () => void;
  shortcut?: string;
};

type Registry = {
  actions: readonly PaletteAction[];
  register: (id: symbol, actions: readonly PaletteAction[]) => void;
  remove: (id: symbol) => void;
};

const RegistryContext = createContext<Registry | null>(null);

/** Collects what the page on screen offers to the palette. */
export function PaletteActions({ children }: { children: ReactNode }) {
  const [byPage, setByPage] = useState<ReadonlyMap<symbol, readonly PaletteAction[]>>(new Map());
  const [register] = useState(() => (id: symbol, actions: readonly PaletteAction[]) => {
    setByPage((before) => new Map(before).set(id, actions));
  });
  const [remove] = useState(() => (id: symbol) => {
    setByPage((before) => new Map([...before].filter(([key]) => key !== id)));
  });
  return (
    <RegistryContext value={{ actions: [...byPage.values()].flat(), register, remove }}>
      {children}
    </RegistryContext>
  );
}

export function usePageActions(): readonly PaletteAction[] {
  return useContext(RegistryContext)?.actions ?? [];
}

/** Offers the page's actions in the palette while it is on screen. Ids and labels decide when they changed. */
export function usePaletteActions(actions: readonly PaletteAction[]): void {
  const registry = useContext(RegistryContext);
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const register = registry?.register;
  const remove = registry?.remove;
  const signature = JSON.stringify(actions.map(({ id, label, shortcut }) => [id, label, shortcut]));
  useEffect(() => {
    if (!register || !remove || signature === "[]") return;
    const key = Symbol("page");
    const current = latest.current.map((action) => ({
      ...action,
      run: () => latest.current.find((candidate) => candidate.id === action.id)?.run(),
    }));
    register(key, current);
    return () => remove(key);
  }, [register, remove, signature]);
}
