import { Icon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import type { PaletteAct, PaletteEntry } from "./palette-entry";

type PaletteActsProps = {
  entry: PaletteEntry;
  acts: readonly PaletteAct[];
  onChoose: (act: PaletteAct) => void;
};

const moves: Readonly<Record<string, "nextElementSibling" | "previousElementSibling">> = {
  ArrowDown: "nextElementSibling",
  ArrowUp: "previousElementSibling",
};

/** What else can be done with what stands out in the list: Tab leads here, arrows move, Enter does it. */
export function PaletteActs({ entry, acts, onChoose }: PaletteActsProps) {
  return (
    <section
      aria-label={`Actions for ${entry.label}`}
      className="w-64 flex-none overflow-auto border-line border-l bg-sunken narrow:w-52 compact:hidden"
    >
      <p aria-hidden="true" className="truncate px-4 pt-3 pb-2 font-medium font-mono text-13">
        <ShownText text={entry.label} />
      </p>
      <div className="grid gap-px px-1.5 pb-1.5">
        {acts.map((act) => (
          <button
            key={act.id}
            type="button"
            onClick={() => onChoose(act)}
            onKeyDown={(event) => {
              const direction = moves[event.key];
              if (!direction) return;
              event.preventDefault();
              const next = event.currentTarget[direction];
              if (next instanceof HTMLElement) next.focus();
            }}
            className="flex h-row items-center gap-3 rounded-2 px-2.5 text-left hover:bg-hover focus-visible:bg-accent-soft"
          >
            <Icon of={act.icon} className="text-ink-3" />
            <span className="truncate">{act.label}</span>
          </button>
        ))}
      </div>
    </section>
  );
}
