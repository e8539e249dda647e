"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { GitPullRequest } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { ReviewFilter } from "@/components/data/review-filters";
import { reviewsQuery } from "@/components/data/review-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { FootLine } from "@/components/layout/foot-line";
import { useShortcut } from "@/components/layout/keyboard";
import { Page } from "@/components/layout/page";
import { putInAddress } from "@/components/layout/put-in-address";
import { TopLine } from "@/components/layout/top-line";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { formatCount } from "@/components/ui/format";
import { PagedList } from "@/components/ui/paged-list";
import { itemsOf } from "@/components/ui/paged-query";
import { client } from "@/lib/api/client";
import { FilterChoice } from "./filter-choice";
import { ReviewTable } from "./review-table";
import { ReviewsEmpty } from "./reviews-empty";

const RequestReviewDialog = dynamic(
  () => import("./request-review-dialog").then((module) => module.RequestReviewDialog),
  { ssr: false },
);

const keys = [
  { keys: "j k", label: "move" },
  { keys: "enter", label: "open" },
  { keys: "?", label: "all keys" },
] as const;

/** The reviews of the workspace: what waits, and for whom. */
export function ReviewsPage({ initialFilter }: { initialFilter: ReviewFilter }) {
  const { slug: workspace } = useWorkspace();
  const [filter, setFilter] = useState(initialFilter);
  const [asking, setAsking] = useState(false);
  const list = useInfiniteQuery(reviewsQuery(client.reviews, workspace, filter));
  const blocked = useBlockedFor("reviews.request");
  useShortcut("c", "Ask for review", () => setAsking(true), { enabled: blocked === undefined });
  const items = itemsOf(list);
  const isBare = list.isSuccess && !list.isPlaceholderData && items.length === 0 && filter === "open";
  const show = (next: ReviewFilter) => {
    setFilter(next);
    putInAddress({ filter: next === "open" ? null : next });
  };
  return (
    <Page
      top={
        <TopLine
          title="Reviews"
          primary={
            isBare ? null : (
              <Button
                variant="primary"
                icon={GitPullRequest}
                shortcut="C"
                missingRight={blocked}
                onClick={() => setAsking(true)}
              >
                Ask for review
              </Button>
            )
          }
        />
      }
      foot={
        items.length === 0 ? null : (
          <FootLine keys={keys}>
            <span>
              {formatCount(items.length, "review")}
              {list.hasNextPage ? " shown" : ""}
            </span>
          </FootLine>
        )
      }
    >
      <FilterBar label="Filter reviews">
        <FilterChoice value={filter} onChange={show} />
      </FilterBar>
      <div className="min-h-0 flex-1 overflow-auto compact:overflow-x-auto">
        <PagedList
          list={list}
          loading="Loading reviews"
          failed="The reviews could not be read"
          empty={
            isBare ? (
              <ReviewsEmpty blocked={blocked} onAsk={() => setAsking(true)} />
            ) : filter === "open" ? null : (
              <NoneFits filter={filter} onShowOpen={() => show("open")} />
            )
          }
        >
          {(reviews) => <ReviewTable workspace={workspace} reviews={reviews} filter={filter} />}
        </PagedList>
      </div>
      {asking ? (
        <RequestReviewDialog workspace={workspace} skill={null} close={() => setAsking(false)} />
      ) : null}
    </Page>
  );
}

const noneWords = {
  open: { title: "No review is open", help: "" },
  "asked-of-me": {
    title: "Nobody waits for your review",
    help: "A review is here while its author waits for a word from you on the draft as it is now.",
  },
  mine: { title: "You have asked for no review", help: "The ones that you ask for are kept here." },
  ended: { title: "No closed reviews yet", help: "Published and closed ones are kept here." },
} as const satisfies Record<ReviewFilter, { title: string; help: string }>;

function NoneFits({ filter, onShowOpen }: { filter: ReviewFilter; onShowOpen: () => void }) {
  return (
    <EmptyState
      inline
      title={noneWords[filter].title}
      action={<Button onClick={onShowOpen}>Show open reviews</Button>}
    >
      {noneWords[filter].help}
    </EmptyState>
  );
}
