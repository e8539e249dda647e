"use client";

import { useQuery } from "@tanstack/react-query";
import { GitPullRequest } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { reviewPath } from "@/components/data/review-paths";
import { skillReviewQuery } from "@/components/data/review-queries";
import { skillQuery } from "@/components/data/skill-queries";
import { useShortcut } from "@/components/layout/keyboard";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button, ButtonLink } from "@/components/ui/button";
import { MenuItem } from "@/components/ui/menu";
import { client } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { ReviewSummary } from "@/lib/reviews/review-schema";
import { ReviewChip } from "./review-state";

const RequestReviewDialog = dynamic(
  () => import("./request-review-dialog").then((module) => module.RequestReviewDialog),
  { ssr: false },
);

/** The skill's open review, and the way to ask for one. */
export type SkillReview = {
  workspace: string;
  skill: string;
  review: ReviewSummary | null;
  /** Unknown until the server has said whether there is one. */
  isKnown: boolean;
  /** Opens the review there is, or asks for one. */
  go: () => void;
  asking: boolean;
  leave: () => void;
  blocked: string | undefined;
};

export function useSkillReview(workspace: string, skill: string): SkillReview {
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const { data, isSuccess } = useQuery({
    ...skillReviewQuery(client.reviews, workspace, skill),
    meta: { silent: true },
  });
  const review = data ?? null;
  const noRole = useBlockedFor("reviews.request");
  // Co-maintainers ask for review as authors do.
  const mayEdit = useQuery(skillQuery(client.library, workspace, skill)).data?.mayEdit === true;
  const blocked = review || mayEdit ? undefined : noRole;
  const go = () => (review ? router.push(reviewPath(workspace, review.number)) : setAsking(true));
  useShortcut("v", review ? `Open review ${review.number}` : "Ask for review", go, {
    enabled: isSuccess && blocked === undefined,
  });
  return { workspace, skill, review, isKnown: isSuccess, go, asking, leave: () => setAsking(false), blocked };
}

/** How the open review stands, as the way to it. */
export function SkillReviewChip({ of: { workspace, review } }: { of: SkillReview }) {
  if (!review) return null;
  const { number, title, standing } = review;
  return (
    <Link
      href={reviewPath(workspace, number)}
      title={markHidden(`Review ${number}: ${title}`)}
      className="inline-flex rounded-1 hover:brightness-95"
    >
      <ReviewChip standing={standing} />
    </Link>
  );
}

/** Leads to the review there is, or asks for one; nothing until it is known which. */
export function SkillReviewButton({ of, primary = false }: { of: SkillReview; primary?: boolean }) {
  const { workspace, review, isKnown, go, blocked } = of;
  const variant = primary ? "primary" : "default";
  if (!isKnown) return null;
  return review ? (
    <ButtonLink href={reviewPath(workspace, review.number)} icon={GitPullRequest} variant={variant}>
      Review {review.number}
    </ButtonLink>
  ) : (
    <Button icon={GitPullRequest} variant={variant} onClick={go} missingRight={blocked}>
      Ask for review
    </Button>
  );
}

/** Offers the same in a menu. */
export function SkillReviewItem({ of: { review, go, blocked } }: { of: SkillReview }) {
  return (
    <MenuItem icon={GitPullRequest} shortcut="V" onSelect={go} blockedReason={blocked}>
      {review ? `Open review ${review.number}` : "Ask for review"}
    </MenuItem>
  );
}

export function SkillReviewDialog({ of: { workspace, skill, asking, leave } }: { of: SkillReview }) {
  return asking ? <RequestReviewDialog workspace={workspace} skill={skill} close={leave} /> : null;
}
