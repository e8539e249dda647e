"use client";

import { useQuery } from "@tanstack/react-query";
import { FilePen, GitPullRequest, History, UserCheck } from "lucide-react";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { openReviewsQuery } from "@/components/data/review-queries";
import type { LucideIcon } from "@/components/ui/icon";
import { State } from "@/components/ui/state";
import { client } from "@/lib/api/client";
import type { SkillSummary } from "@/lib/library/skill-schema";
import type { ReviewStanding } from "@/lib/reviews/policy-options";
import { SkillState, stateNames } from "../skill-state";

type Review = { number: number; standing: ReviewStanding };
const none: ReadonlyMap<string, Review> = new Map();
const InReview = createContext(none);

/** Knows the open review of each skill, for the rows of a list. */
export function SkillsInReview({ workspace, children }: { workspace: string; children: ReactNode }) {
  const { data } = useQuery({
    ...openReviewsQuery(client.reviews, workspace, "open"),
    meta: { silent: true },
  });
  const reviews = useMemo(() => new Map(data?.items.map((review) => [review.skill.id, review])), [data]);
  return <InReview value={reviews}>{children}</InReview>;
}

const looks: Readonly<Partial<Record<ReviewStanding, { word: string; icon: LucideIcon; warns: boolean }>>> = {
  "in-review": { word: "In review", icon: GitPullRequest, warns: false },
  "changes-requested": { word: "Changes asked", icon: FilePen, warns: true },
  approved: { word: "Approved", icon: UserCheck, warns: false },
  stale: { word: "Review stale", icon: History, warns: true },
};

/** A skill's state in a list: of its review, while one is open. */
export function SkillStanding({ skill }: { skill: SkillSummary }) {
  const review = useContext(InReview).get(skill.id);
  const look = review && looks[review.standing];
  if (!look) return <SkillState state={skill.state} />;
  return (
    <span title={`${stateNames[skill.state]}; review ${review.number}`}>
      <State icon={look.icon} tone={look.warns ? "warning" : "neutral"}>
        {look.word}
      </State>
    </span>
  );
}
