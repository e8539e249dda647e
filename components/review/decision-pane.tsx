"use client";

import { policyPath } from "@/components/data/review-paths";
import { versionsPath } from "@/components/data/version-paths";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format";
import { RelativeTime } from "@/components/ui/relative-time";
import { Section } from "@/components/ui/section";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";
import type { Review } from "@/lib/reviews/review-schema";
import { ApprovalList } from "./approval-list";
import { PolicyList } from "./policy-list";
import { isOfProof, listWords, metWords, nextVersion } from "./review-words";
import { WaitingReasons } from "./waiting-reasons";

type DecisionPaneProps = {
  workspace: string;
  review: Review;
  viewerId: string;
  /** The id of the words that say why it cannot be published. */
  whyId: string;
  onPublishAnyway: () => void;
};

/** What still stands between the draft and its next version, and what publishing it would change. */
export function DecisionPane(props: DecisionPaneProps) {
  const { workspace, review, viewerId } = props;
  const { publication, endedAt } = review;
  const isOpen = endedAt === null;
  const proof = publication.rules.filter(isOfProof);
  const others = publication.rules.filter((rule) => !isOfProof(rule));
  return (
    <>
      {isOpen ? <Waiting {...props} /> : <Ended workspace={workspace} review={review} />}
      {isOpen && proof.length > 0 ? (
        <Section title="Policy on proof" end={metWords({ rules: proof })}>
          <PolicyList label="Policy on proof" rules={proof} />
        </Section>
      ) : null}
      {isOpen ? (
        <Section
          title={
            <TextLink href={policyPath(workspace)} className="text-ink no-underline">
              Policy
            </TextLink>
          }
          end={others.length > 0 ? metWords({ rules: others }) : undefined}
        >
          <PolicyList rules={others} />
        </Section>
      ) : null}
      <Section title="Approvals">
        <ApprovalList review={review} viewerId={viewerId} />
      </Section>
      {review.authors.length === 0 ? null : <Authors review={review} viewerId={viewerId} />}
    </>
  );
}

/** Whose approvals do not count, by name: the list above says it of those who gave one. */
function Authors({ review, viewerId }: Pick<DecisionPaneProps, "review" | "viewerId">) {
  const { authors, publishedVersion, publication } = review;
  const before = publishedVersion === null ? publication.newestVersion : publishedVersion - 1;
  return (
    <Section title="Written by" end={before === null || before === 0 ? undefined : `since v${before}`}>
      <p className="[overflow-wrap:anywhere]">
        {listWords(authors.map(({ id, name }) => (id === viewerId ? `${name}, you` : name)))}
      </p>
      <p className="mt-1 text-12 text-ink-3">
        Whoever saved part of it, or whose suggestion was applied, does not approve it.
      </p>
    </Section>
  );
}

function Waiting({ review, whyId, onPublishAnyway }: DecisionPaneProps) {
  const { publication } = review;
  const missingRight = useBlockedFor("library.publish");
  if (publication.met)
    return (
      <Section title="Ready to publish">
        <p id={whyId} className="text-ink-2">
          Everything the policy asks for is met.{" "}
          {missingRight ?? `v${nextVersion(publication)} will be exactly these bytes.`}
        </p>
      </Section>
    );
  return (
    <Section title="Publish is waiting">
      <WaitingReasons publication={publication} id={whyId} />
      {publication.mayBypass && publication.mayPublish ? (
        <Button size="small" className="mt-2" onClick={onPublishAnyway}>
          Bypass and publish…
        </Button>
      ) : null}
    </Section>
  );
}

function Ended({ workspace, review }: { workspace: string; review: Review }) {
  const { publishedVersion, endedAt, endedBy, skill, openThreads } = review;
  const by = endedBy ? ` by ${endedBy.name}` : "";
  return (
    <Section title={publishedVersion === null ? "Closed" : `Published as v${publishedVersion}`}>
      <p className="text-ink-2">
        {publishedVersion === null ? "Closed without publishing" : "Published"}
        <ShownText text={by} />
        {endedAt ? (
          <>
            , <RelativeTime at={endedAt} ago />
          </>
        ) : null}
        .{openThreads > 0 ? ` ${formatCount(openThreads, "thread")} stayed open.` : ""}
      </p>
      {publishedVersion === null ? null : (
        <p className="mt-1">
          <TextLink href={versionsPath(workspace, skill.name, publishedVersion)}>
            See v{publishedVersion}
          </TextLink>
        </p>
      )}
    </Section>
  );
}
