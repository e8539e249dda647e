import { Info, Radio, Rewind } from "lucide-react";
import { Chip } from "@/components/ui/chip";
import { ShownText } from "@/components/ui/shown-text";
import type { PayloadOf } from "@/lib/runtime/events";

type Model = PayloadOf<"run-started">["model"];

/** Says the same in a word or two, for lines of their own. */
export function badgeWords({ kind, name }: Pick<Model, "kind" | "name">): string {
  return { rules: "Rehearsal", recording: "Recording", live: `Live: ${name}` }[kind];
}

/** What stands behind a run, in words: rules, a recording, or a model that was really asked. */
export function RunBadge({ model }: { model: Pick<Model, "kind" | "name"> }) {
  switch (model.kind) {
    case "rules":
      return (
        <Chip icon={Info} title="The built-in model follows published rules. It measures nothing.">
          Rehearsal: rules, not a language model
        </Chip>
      );
    case "recording":
      return (
        <Chip icon={Rewind} title="Played back from an earlier run. No model was asked.">
          Recording: <ShownText text={model.name} />
        </Chip>
      );
    case "live":
      return (
        <Chip icon={Radio} title="A language model was asked.">
          Live: <ShownText text={model.name} />
        </Chip>
      );
  }
}
