import { Check, CircleDashed } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { ShownText } from "@/components/ui/shown-text";
import type { Publication } from "@/lib/reviews/review-schema";
import { PaneItem, PaneList } from "./pane-list";

/** What the workspace asks for before this draft is published, met or not. Only the unmet have a colour. */
export function PolicyList({ rules, label = "Policy" }: Pick<Publication, "rules"> & { label?: string }) {
  if (rules.length === 0) return <p className="text-ink-3">The policy asks for nothing here.</p>;
  return (
    <PaneList label={label}>
      {rules.map(({ rule, title, met, count, message }) => (
        <PaneItem
          key={rule}
          icon={met ? Check : CircleDashed}
          tone={met ? "neutral" : "warning"}
          title={title}
          end={
            <span className={classNames(met ? "text-ink-3" : "text-warn")}>
              {count || (met ? "met" : "not met")}
            </span>
          }
        >
          {met ? <ShownText text={message} /> : null}
        </PaneItem>
      ))}
    </PaneList>
  );
}
