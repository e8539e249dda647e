"use client";

import Link from "next/link";
import { useRef } from "react";
import { filterWords, type ReviewFilter } from "@/components/data/review-filters";
import { reviewPath } from "@/components/data/review-paths";
import { skillPath } from "@/components/data/skill-paths";
import { useWalkKeys } from "@/components/layout/use-walk-keys";
import { formatNumber } from "@/components/ui/format";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, HeaderCell, NoValue, Row, Table } from "@/components/ui/table";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { ReviewSummary } from "@/lib/reviews/review-schema";
import { ReviewState } from "./review-state";

type ReviewTableProps = { workspace: string; reviews: readonly ReviewSummary[]; filter: ReviewFilter };

export function ReviewTable({ workspace, reviews, filter }: ReviewTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  useWalkKeys(body, "[data-review-link]", "review");
  return (
    <Table
      caption={`Reviews: ${filterWords[filter]}, the most recently changed first`}
      stacked="edges"
      className="min-w-[1100px] narrow:min-w-[820px]"
    >
      <thead>
        <tr>
          <HeaderCell width={72} numeric>
            Number
          </HeaderCell>
          <HeaderCell>Title</HeaderCell>
          <HeaderCell width={168}>Skill</HeaderCell>
          <HeaderCell width={136}>State</HeaderCell>
          <HeaderCell width={88} numeric>
            Approvals
          </HeaderCell>
          <HeaderCell width={96} numeric>
            Open threads
          </HeaderCell>
          <HeaderCell width={116} className="narrow:hidden">
            Asked by
          </HeaderCell>
          <HeaderCell width={124} className="narrow:hidden">
            Reviewers
          </HeaderCell>
          <HeaderCell width={80} numeric>
            Changed
          </HeaderCell>
        </tr>
      </thead>
      <tbody ref={body}>
        {reviews.map((review) => (
          <ReviewRow key={review.number} workspace={workspace} review={review} />
        ))}
      </tbody>
    </Table>
  );
}

function ReviewRow({ workspace, review }: { workspace: string; review: ReviewSummary }) {
  const { number, title, skill, standing, approvals, openThreads, requestedBy, reviewers } = review;
  const asked = reviewers.map(({ name }) => name).join(", ");
  const asking = `Asked by ${requestedBy.name}${asked ? `, of ${asked}` : ""}`;
  return (
    <Row className="relative focus-within:bg-accent-soft">
      <Cell numeric label="Review">
        {number}
      </Cell>
      <Cell title={markHidden(`${title}\n${asking}`)} className="whitespace-normal py-1">
        <Link
          href={reviewPath(workspace, number)}
          prefetch={false}
          data-review-link
          className="line-clamp-2 font-medium text-ink after:absolute after:inset-0 compact:line-clamp-none"
        >
          <ShownText text={title} />
        </Link>
        <span className="hidden truncate text-12 text-ink-3 narrow:block compact:hidden">
          <ShownText text={asking} />
        </span>
      </Cell>
      <Cell label="Skill">
        <Link
          href={skillPath(workspace, skill.name)}
          prefetch={false}
          className="relative z-1 font-mono text-12 hover:text-ink hover:underline"
        >
          <ShownText text={skill.name} />
        </Link>
      </Cell>
      <Cell label="State">
        <ReviewState standing={standing} />
      </Cell>
      <Cell numeric label="Approvals">
        {approvals.needed === 0 && approvals.given === 0 ? (
          <NoValue label="None needed" />
        ) : (
          `${formatNumber(approvals.given)} of ${formatNumber(approvals.needed)}`
        )}
      </Cell>
      <Cell numeric label="Open threads">
        {openThreads === 0 ? <NoValue /> : formatNumber(openThreads)}
      </Cell>
      <Cell label="Asked by" title={requestedBy.name} className="narrow:hidden">
        <ShownText text={requestedBy.name} />
      </Cell>
      <Cell label="Reviewers" title={asked} className="narrow:hidden">
        {asked || <NoValue label="Nobody was asked" />}
      </Cell>
      <Cell numeric label="Changed">
        <RelativeTime at={review.updatedAt} />
      </Cell>
    </Row>
  );
}
