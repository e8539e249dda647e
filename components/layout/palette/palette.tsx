"use client";

import { Search } from "lucide-react";
import { Dialog } from "radix-ui";
import { useCallback, useId, useMemo, useState } from "react";
import { dialogScrim } from "@/components/ui/dialog-frame";
import { useFocusReturn } from "@/components/ui/focus-return";
import { Icon } from "@/components/ui/icon";
import { Kbd } from "@/components/ui/kbd";
import { ShownText } from "@/components/ui/shown-text";
import { useWorkspace } from "../current-workspace";
import { PaletteActs } from "./palette-acts";
import { PaletteFoot } from "./palette-foot";
import { PaletteList } from "./palette-list";
import { usePaletteGroups } from "./use-palette-groups";
import { usePicked } from "./use-picked";

const focusReturnMs = 20;

type PaletteProps = { onClose: () => void };

/** Finds skills, agents, conversations and actions by typing. The server filters, so it finds what is not loaded. */
export function Palette({ onClose }: PaletteProps) {
  const focusReturn = useFocusReturn(true);
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? null : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className={dialogScrim} />
        <Dialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="fixed top-28 left-1/2 z-50 w-200 max-w-[calc(100vw-32px)] -translate-x-1/2 overflow-hidden rounded-3 border border-line-strong bg-overlay shadow-overlay outline-none compact:top-2"
        >
          <Dialog.Title className="sr-only">Search and commands</Dialog.Title>
          <PaletteBody onClose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteBody({ onClose }: PaletteProps) {
  const id = useId();
  const { name } = useWorkspace();
  const [query, setQuery] = useState("");
  const { groups, isSearching } = usePaletteGroups(query);
  const entries = useMemo(() => groups.flatMap((group) => group.entries), [groups]);
  const choose = useCallback(
    ({ run }: { run: () => void }) => {
      onClose();
      // The focus goes back first, so that a dialog that opens now knows where it came from.
      setTimeout(run, focusReturnMs);
    },
    [onClose],
  );
  const { picked, pick, press } = usePicked({ entries, query, isSearching, choose });
  return (
    <div className="flex max-h-[70vh] flex-col">
      <div className="flex h-12 flex-none items-center gap-3 border-line border-b px-4">
        <Icon of={Search} className="text-ink-3" />
        <input
          role="combobox"
          aria-label="Search and commands"
          aria-expanded={entries.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={picked ? `${id}-${entries.indexOf(picked)}` : undefined}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          onKeyDown={press}
          placeholder="Search, or type what to do: publish, rehearse, theme"
          className="h-full min-w-0 flex-1 bg-transparent text-14 outline-none"
        />
        <Kbd>Esc</Kbd>
      </div>
      <div className="flex min-h-0 flex-1">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {entries.length === 0 && !isSearching ? (
            <p className="px-4 py-8 text-center text-ink-2">
              Nothing in <ShownText text={name} /> matches “<ShownText text={query} />
              ”.
            </p>
          ) : null}
          <PaletteList
            id={id}
            groups={groups}
            entries={entries}
            query={query}
            picked={picked}
            onPick={pick}
            onChoose={choose}
          />
        </div>
        {picked?.acts ? <PaletteActs entry={picked} acts={picked.acts} onChoose={choose} /> : null}
      </div>
      <PaletteFoot
        count={entries.length}
        workspace={name}
        isSearching={isSearching}
        hasActs={picked?.acts !== undefined}
      />
    </div>
  );
}
