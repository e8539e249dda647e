import type { LucideIcon } from "@/components/ui/icon";

/** Something that can be done with what an entry stands for. */
export type PaletteAct = { id: string; icon: LucideIcon; label: string; run: () => void };

export type PaletteEntry = {
  id: string;
  icon: LucideIcon;
  label: string;
  /** The label is a machine's name. */
  mono?: boolean;
  detail?: string;
  /** It stands at the right. */
  hint?: string;
  shortcut?: string;
  /** What else can be done with it, besides opening it: Tab leads there. */
  acts?: readonly PaletteAct[];
  run: () => void;
};

export type PaletteGroup = { label: string; entries: readonly PaletteEntry[] };
