"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Compared } from "@/components/data/diff-queries";
import type { PackageDiffProps } from "./package-diff-props";
import type { DiffView } from "./use-diff-view";

export type DiffSettings = Pick<
  PackageDiffProps,
  "renderAfterLines" | "renderInFile" | "onLineAction" | "lineActionLabel" | "keepLines"
> & { compared: Compared; view: DiffView };

const Context = createContext<DiffSettings | null>(null);

/** What every line of a comparison is drawn by. */
export function DiffProvider({ settings, children }: { settings: DiffSettings; children: ReactNode }) {
  return <Context.Provider value={settings}>{children}</Context.Provider>;
}

export function useDiffSettings(): DiffSettings {
  const settings = useContext(Context);
  if (!settings) throw new Error("A comparison is drawn inside of a PackageDiff.");
  return settings;
}
