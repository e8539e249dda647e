import { ChevronRight } from "lucide-react";
import { formatCount } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import { hostRefusesRule } from "@/lib/imports/import-options";
import type { Import } from "@/lib/imports/import-schema";
import { RuleLink } from "../problems/rule-link";
import { leftOutOf, type PlacedNote, putRightIn, refusedByHosts } from "./import-report";

/** Links, special files and odd names of an import, and hosts that would not load what it holds. Folded; nothing to say, nothing shown. */
export function ImportNotes({ current }: { current: Pick<Import, "sources" | "items"> }) {
  const leftOut = leftOutOf(current);
  const putRight = putRightIn(current);
  const refused = refusedByHosts(current);
  if (leftOut.length + putRight.length + refused.length === 0) return null;
  return (
    <div className="grid gap-1">
      <Folded
        title={`${formatCount(leftOut.length, "note")} on what lies outside of every skill`}
        notes={leftOut}
      />
      <Folded
        title={`${formatCount(putRight.length, "note")} on links and names in skills`}
        notes={putRight}
      />
      <Folded
        title={`${formatCount(refused.length, "note")} on skills that some host would not load`}
        notes={refused}
      />
    </div>
  );
}

function Folded({ title, notes }: { title: string; notes: readonly PlacedNote[] }) {
  if (notes.length === 0) return null;
  return (
    <details className="group/notes">
      <summary className="flex min-h-row cursor-pointer list-none items-center gap-1.5 rounded-1 text-ink-2 hover:bg-hover">
        <Icon of={ChevronRight} size={14} className="transition-transform group-open/notes:rotate-90" />
        {title}
      </summary>
      <ul aria-label={title} className="max-h-60 overflow-auto border-line border-t">
        {notes.map(({ place, rule, message }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            key={index}
            className="grid gap-0.5 border-line border-b py-2 pl-5 [overflow-wrap:anywhere]"
          >
            <span className="text-ink-2">
              <ShownText text={message} />
            </span>
            <span className="text-12 text-ink-3">
              <span className="font-mono">
                <ShownText text={place} />
              </span>{" "}
              {rule === hostRefusesRule ? null : <RuleLink rule={rule} />}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
