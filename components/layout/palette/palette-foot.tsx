import { formatCount } from "@/components/ui/format";
import { Kbd } from "@/components/ui/kbd";
import { ShownText } from "@/components/ui/shown-text";

type PaletteFootProps = { count: number; workspace: string; isSearching: boolean; hasActs: boolean };

/** What the keys do, and how much was found. */
export function PaletteFoot({ count, workspace, isSearching, hasActs }: PaletteFootProps) {
  return (
    <div className="flex h-row flex-none items-center gap-4 border-line border-t bg-sunken px-4 text-12 text-ink-3">
      <span className="inline-flex items-center gap-1 compact:hidden">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd>move
      </span>
      <span className="inline-flex items-center gap-1 compact:hidden">
        <Kbd>Enter</Kbd>open
      </span>
      {hasActs ? (
        <span className="inline-flex items-center gap-1 compact:hidden">
          <Kbd>Tab</Kbd>actions
        </span>
      ) : null}
      <span role="status" className="ml-auto truncate">
        {isSearching ? "Searching" : <ShownText text={`${formatCount(count, "result")} in ${workspace}`} />}
      </span>
    </div>
  );
}
