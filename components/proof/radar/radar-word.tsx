import {
  ArrowDownRight,
  ArrowUpRight,
  Check,
  CircleDashed,
  CircleHelp,
  Equal,
  MinusCircle,
  TrendingUp,
  TriangleAlert,
} from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { Icon, type LucideIcon } from "@/components/ui/icon";
import type { RadarSkill } from "@/lib/radar/schema";
import { isProblem, radarWordTexts } from "./radar-words";

const icons = {
  harmful: TriangleAlert,
  unnecessary: MinusCircle,
  "found-less": ArrowDownRight,
  undecided: CircleHelp,
  "not-measured": CircleDashed,
  "found-as-before": Equal,
  "found-more": ArrowUpRight,
  better: TrendingUp,
  needed: Check,
} as const satisfies Record<RadarSkill["word"], LucideIcon>;

/** Icon and word; only what asks for something is coloured. */
export function RadarWordMark({ word }: { word: RadarSkill["word"] }) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1.5 font-medium",
        isProblem(word) ? "text-warn" : "text-ink [&_svg]:text-ink-3",
      )}
    >
      <Icon of={icons[word]} size={14} />
      {radarWordTexts[word]}
    </span>
  );
}
