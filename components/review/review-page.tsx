"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import dynamic from "next/dynamic";
import { useId, useRef, useState } from "react";
import { reviewsPath } from "@/components/data/review-paths";
import { reviewQuery } from "@/components/data/review-queries";
import { threadsQuery } from "@/components/data/thread-queries";
import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { Page } from "@/components/layout/page";
import { putInAddress } from "@/components/layout/put-in-address";
import { TopLine } from "@/components/layout/top-line";
import { useReadNotices } from "@/components/layout/use-read-notices";
import { formatCount, shortDigest } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { NotLoaded } from "@/components/ui/not-loaded";
import { Section } from "@/components/ui/section";
import { ShownText } from "@/components/ui/shown-text";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Tab, TabList, TabPanel, Tabs } from "@/components/ui/tabs";
import { client } from "@/lib/api/client";
import type { Thread } from "@/lib/discussion/schema";
import type { PackageDiffFacts } from "@/lib/library/diffs/diff-schema";
import type { Review } from "@/lib/reviews/review-schema";
import { ChangesTab } from "./changes-tab";
import { DecisionPane } from "./decision-pane";
import { DiscussionTab } from "./discussion-tab";
import { ImpactCount, ImpactList } from "./impact-list";
import { RehearsalsTab } from "./rehearsals-tab";
import { ReviewProvider } from "./review-context";
import { ReviewDialogs } from "./review-dialogs";
import { type ReviewTab, readReviewTab, reviewTabs } from "./review-tabs";
import { ReviewTop } from "./review-top";
import { unmetProofWords, versionWords } from "./review-words";
import { useOpenedThread } from "./use-opened-thread";
import { useReviewActs } from "./use-review-acts";
import { useReviewKeys } from "./use-review-keys";
import { useViewOfReview } from "./use-view-of-review";

const ProofTab = dynamic(() => import("./proof-tab").then((module) => module.ProofTab), {
  loading: () => <SkeletonRows label="Loading the proof" />,
});

type ReviewPageProps = {
  number: number;
  initialTab: ReviewTab;
  /** The thread that a link leads to. */
  thread: string | null;
};

/** One review: what changes, what was said, what was tried, and what is still missing. */
export function ReviewPage({ number, initialTab, thread }: ReviewPageProps) {
  const { slug: workspace } = useWorkspace();
  const review = useQuery(reviewQuery(client.reviews, workspace, number));
  const threads = useQuery(threadsQuery(client.reviews, workspace, { review: number }));
  useReadNotices(workspace, { review: number });
  if (review.data)
    return (
      <ReviewContent
        workspace={workspace}
        review={review.data}
        threads={threads.data?.items ?? noThreads}
        initialTab={initialTab}
        thread={thread}
      />
    );
  return (
    <Page
      top={
        <TopLine crumbs={[{ label: "Reviews", href: reviewsPath(workspace) }]} title={`Review ${number}`} />
      }
    >
      <NotLoaded
        query={review}
        loading="Loading the review"
        failed="The review could not be shown"
        wholePage
      />
    </Page>
  );
}

const noThreads: readonly Thread[] = [];

type ReviewContentProps = {
  workspace: string;
  review: Review;
  threads: readonly Thread[];
} & Pick<ReviewPageProps, "initialTab" | "thread">;

function ReviewContent({ workspace, review, threads, initialTab, thread }: ReviewContentProps) {
  const { user } = useSession();
  const [tab, setTab] = useState(initialTab);
  const [writing, setWriting] = useState(false);
  const [facts, setFacts] = useState<PackageDiffFacts | null>(null);
  const region = useRef<HTMLDivElement>(null);
  useOpenedThread(region, thread, threads.length > 0);
  const whyId = useId();
  const acts = useReviewActs(workspace, review);
  const view = useViewOfReview(workspace, review, threads);
  const show = (next: ReviewTab) => {
    setTab(next);
    setWriting(false);
    putInAddress({ tab: next === "changes" ? null : next });
  };
  const comment = () => {
    show("discussion");
    setWriting(true);
  };
  useReviewKeys({
    region,
    comment: view.comments.blocked === undefined ? comment : null,
    rehearse: acts.isOpen ? acts.rehearse : null,
    approve: acts.isOpen && acts.verdictBlocked === undefined ? acts.approve : null,
    requestChanges: acts.isOpen && acts.verdictBlocked === undefined ? acts.requestChanges : null,
    publish: acts.isOpen && (acts.publishMissing ?? acts.publishBlocked) === undefined ? acts.publish : null,
    showTab: (at) => show(reviewTabs[at]),
  });
  const { skill, draft, rehearsals, openThreads } = review;
  return (
    <ReviewProvider view={view}>
      <Page top={<ReviewTop workspace={workspace} review={review} acts={acts} whyId={whyId} />}>
        <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_348px] narrow:grid-cols-[minmax(0,1fr)_300px] compact:grid-cols-1">
          <Tabs value={tab} onValueChange={(value) => show(readReviewTab(value))}>
            <TabList label="Review" end={<Compared review={review} facts={facts} />}>
              <Tab value="changes" count={facts ? formatCount(facts.files.length, "file") : undefined}>
                Changes
              </Tab>
              <Tab value="discussion" count={openThreads > 0 ? `${openThreads} open` : undefined}>
                Discussion
              </Tab>
              <Tab value="rehearsals" count={rehearsals.length}>
                Rehearsals
              </Tab>
              <Tab value="proof" count={unmetProofWords(review.publication)}>
                Proof
              </Tab>
            </TabList>
            <TabPanel ref={region} value={tab} className="overflow-auto compact:overflow-visible">
              {tab === "changes" ? <ChangesTab facts={facts} onFacts={setFacts} /> : null}
              {tab === "discussion" ? (
                <DiscussionTab
                  key={String(writing)}
                  writing={writing}
                  onEdit={acts.editBlocked === undefined ? acts.edit : null}
                />
              ) : null}
              {tab === "rehearsals" ? (
                <RehearsalsTab
                  workspace={workspace}
                  review={review}
                  onRehearse={acts.isOpen ? acts.rehearse : null}
                />
              ) : null}
              {tab === "proof" ? <ProofTab workspace={workspace} review={review} /> : null}
            </TabPanel>
          </Tabs>
          <aside
            aria-label="Decision"
            className="min-h-0 overflow-auto border-line border-l compact:border-t compact:border-l-0"
          >
            <DecisionPane
              workspace={workspace}
              review={review}
              viewerId={user.id}
              whyId={whyId}
              onPublishAnyway={acts.publish}
            />
            {acts.isOpen ? (
              <Section
                title="Impact on publish"
                end={<ImpactCount workspace={workspace} skill={skill.name} digest={draft.digest} />}
                className="border-b-0"
              >
                <ImpactList workspace={workspace} skill={skill.name} digest={draft.digest} />
              </Section>
            ) : null}
          </aside>
        </div>
      </Page>
      <ReviewDialogs workspace={workspace} review={review} acts={acts} />
    </ReviewProvider>
  );
}

/** Says "incident-triage v6 e07b91d -> r42 9f3c1ab". */
function Compared({ review, facts }: { review: Review; facts: PackageDiffFacts | null }) {
  const { skill, baseVersion, draft, publishedVersion } = review;
  const digest = publishedVersion === null ? draft.digest : facts?.to.digest;
  return (
    <span className="flex items-center gap-1.5 narrow:hidden">
      <span className="font-mono">
        <ShownText text={skill.name} />
      </span>
      <span>{versionWords(baseVersion)}</span>
      {facts?.from.digest ? <span className="font-mono">{shortDigest(facts.from.digest)}</span> : null}
      <Icon of={ArrowRight} size={14} />
      <span>{publishedVersion === null ? `r${draft.revision}` : `v${publishedVersion}`}</span>
      {digest ? <span className="font-mono">{shortDigest(digest)}</span> : null}
    </span>
  );
}
