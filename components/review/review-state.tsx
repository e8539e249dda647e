import { CircleCheck, CircleSlash, FilePen, GitPullRequest, History, UserCheck } from "lucide-react";
import { Chip } from "@/components/ui/chip";
import type { LucideIcon } from "@/components/ui/icon";
import { State } from "@/components/ui/state";
import type { ReviewStanding } from "@/lib/reviews/policy-options";

/** Only what somebody has to do something about has a colour. */
const looks = {
  "in-review": { word: "In review", icon: GitPullRequest, tone: "neutral" },
  "changes-requested": { word: "Changes requested", icon: FilePen, tone: "warning" },
  approved: { word: "Approved", icon: UserCheck, tone: "neutral" },
  stale: { word: "Stale", icon: History, tone: "warning" },
  published: { word: "Published", icon: CircleCheck, tone: "neutral" },
  closed: { word: "Closed", icon: CircleSlash, tone: "neutral" },
} as const satisfies Record<ReviewStanding, { word: string; icon: LucideIcon; tone: "neutral" | "warning" }>;

/** In lists. */
export function ReviewState({ standing }: { standing: ReviewStanding }) {
  const { word, icon, tone } = looks[standing];
  return (
    <State icon={icon} tone={tone}>
      {word}
    </State>
  );
}

/** Stands in a top line. */
export function ReviewChip({ standing }: { standing: ReviewStanding }) {
  const { word, icon, tone } = looks[standing];
  return (
    <Chip icon={icon} className={tone === "warning" ? "text-warn [&_svg]:text-warn" : undefined}>
      {word}
    </Chip>
  );
}
