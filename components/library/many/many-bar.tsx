"use client";

import { Download, Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { KeyCaps } from "@/components/layout/key-caps";
import { useShortcut } from "@/components/layout/keyboard";
import { Button, IconButton } from "@/components/ui/button";
import { formatCount, formatNumber } from "@/components/ui/format";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { TextButton } from "@/components/ui/text-link";
import { actWords, type BarAct } from "./act-words";
import { useBlockedActs } from "./use-blocked-acts";
import type { RowSelection } from "./use-selection";

type ManyBarProps = {
  selection: RowSelection;
  /** Rows that are loaded, and all that match. */
  loaded: number;
  total: number;
  /** The list shows what is archived: it is restored instead. */
  isArchive: boolean;
  onAct: (act: BarAct) => void;
};

const exportWords = { icon: Download, label: "Export", keys: "e" } as const;
const wordsOf = (act: BarAct) => (act === "export" ? exportWords : actWords[act]);

/** Where there is room for the button; the menu has all of them. */
const rooms: Partial<Record<BarAct, string>> = {
  "request-review": "compact:hidden",
  label: "narrow:hidden",
  archive: "narrow:hidden",
  unarchive: "narrow:hidden",
  export: "narrow:hidden",
};

const offeredActs = (isArchive: boolean): readonly BarAct[] =>
  isArchive
    ? ["unarchive", "export", "unassign", "add-maintainer", "delete"]
    : [
        ...(["publish", "request-review", "assign", "label", "archive", "export"] as const),
        ...(["unassign", "add-maintainer", "delete"] as const),
      ];

/** What can be done with the selected rows, under the list; nothing above it moves when it comes. */
export function ManyBar({ selection, loaded, total, isArchive, onAct }: ManyBarProps) {
  const { count } = selection;
  const acts = offeredActs(isArchive);
  const blocked = useBlockedActs();
  return (
    <>
      <p role="status" className="sr-only">
        {count === 0 ? "" : `${formatCount(count, "skill")} selected`}
      </p>
      {count === 0 ? null : (
        <section
          aria-label="Selected skills"
          className="z-2 flex min-h-bar flex-none flex-wrap items-center gap-2 border-line border-t bg-accent-soft px-4 py-1.5 compact:sticky compact:bottom-0"
        >
          <Counted selection={selection} loaded={loaded} total={total} />
          <Button variant="ghost" size="small" shortcut="Esc" onClick={selection.clear}>
            Clear
          </Button>
          <span aria-hidden="true" className="mx-1 h-5 border-line-strong border-l compact:hidden" />
          {acts
            .filter((act) => act !== "unassign" && act !== "add-maintainer" && act !== "delete")
            .map((act) => (
              <Button
                key={act}
                icon={wordsOf(act).icon}
                missingRight={blocked[act]}
                onClick={() => onAct(act)}
                className={rooms[act] ?? ""}
              >
                {wordsOf(act).label}
              </Button>
            ))}
          <Menu align="end" side="top" trigger={<IconButton icon={Ellipsis} label="More actions" />}>
            {acts.map((act) => (
              <ActItem key={act} act={act} blockedReason={blocked[act]} onAct={onAct} />
            ))}
          </Menu>
          <span className="ml-auto inline-flex items-center gap-1.5 text-12 text-ink-3 narrow:hidden">
            <KeyCaps keys="x" /> row <KeyCaps keys="shift+j" /> range
          </span>
        </section>
      )}
      {count === 0
        ? null
        : acts.map((act) => (
            <ActKey key={act} act={act} count={count} blocked={blocked[act] !== undefined} onAct={onAct} />
          ))}
    </>
  );
}

function Counted({ selection, loaded, total }: Pick<ManyBarProps, "selection" | "loaded" | "total">) {
  const { count, head, isWhole } = selection;
  const isAllShown = head === "all" && count === loaded && loaded < total;
  const said: ReactNode = isWhole
    ? `All ${formatCount(count, "skill")} that match are selected`
    : isAllShown
      ? `All ${formatNumber(loaded)} shown are selected`
      : `${formatNumber(count)} selected`;
  return (
    <>
      <span className="whitespace-nowrap font-medium">{said}</span>
      {count < total ? (
        <TextButton onClick={selection.chooseMatching} className="whitespace-nowrap">
          Select all {formatNumber(total)} that match
        </TextButton>
      ) : null}
    </>
  );
}

type ActItemProps = { act: BarAct; blockedReason: string | undefined; onAct: (act: BarAct) => void };

function ActItem({ act, blockedReason, onAct }: ActItemProps) {
  const { icon, label } = wordsOf(act);
  return (
    <>
      {act === "unassign" || act === "delete" ? <MenuSeparator /> : null}
      <MenuItem icon={icon} blockedReason={blockedReason} onSelect={() => onAct(act)}>
        {label}
      </MenuItem>
    </>
  );
}

type ActKeyProps = { act: BarAct; count: number; blocked: boolean; onAct: (act: BarAct) => void };

/** The act's key, which also brings it into the palette and the list of keys. */
function ActKey({ act, count, blocked, onAct }: ActKeyProps) {
  const { label, keys } = wordsOf(act);
  const sentence = `${label}: ${formatCount(count, "selected skill")}`;
  useShortcut(keys, sentence, () => onAct(act), { enabled: !blocked });
  return null;
}
