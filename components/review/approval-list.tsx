import { Check, Clock, FilePen, History, UserX } from "lucide-react";
import { shortDigest } from "@/components/ui/format";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { staleClauses } from "@/lib/approvals/staleness";
import type { Review, ReviewVerdict } from "@/lib/reviews/review-schema";
import { PaneItem, PaneList } from "./pane-list";
import {
  changedWords,
  openedWords,
  rehearsalsOpened,
  sawWords,
  standingVerdicts,
  youOpenedWords,
} from "./review-words";

type Person = Review["requestedBy"];
type ApprovalListProps = {
  review: Pick<Review, "verdicts" | "reviewers" | "rehearsals" | "endedAt" | "draft">;
  viewerId: string;
};

/** Each person's word on the draft, and who was asked and has not said one. What is stale stays, struck through. */
export function ApprovalList({ review, viewerId }: ApprovalListProps) {
  const verdicts = standingVerdicts(review.verdicts);
  const spoken = new Set(verdicts.map(({ by }) => by.id));
  const waiting = review.reviewers.filter(({ id }) => !spoken.has(id));
  if (verdicts.length + waiting.length === 0)
    return <p className="text-ink-3">Nobody was asked. Any reviewer may approve.</p>;
  return (
    <PaneList label="Approvals">
      {verdicts.map((verdict) => (
        <VerdictItem key={verdict.id} verdict={verdict} review={review} viewerId={viewerId} />
      ))}
      {waiting.map((person) => (
        <Waiting key={person.id} person={person} review={review} viewerId={viewerId} />
      ))}
    </PaneList>
  );
}

const nameOf = ({ id, name }: Person, viewerId: string) => (id === viewerId ? `${name}, you` : name);

type VerdictItemProps = ApprovalListProps & { verdict: ReviewVerdict };

function VerdictItem({ verdict, review, viewerId }: VerdictItemProps) {
  const { by, kind, digest, staleBy, changedSince, counts, note, why } = verdict;
  const did = kind === "approved" ? "approved" : "asked for changes";
  if (staleBy !== null)
    return (
      <PaneItem
        icon={History}
        title={
          <s className="text-ink-3">
            <ShownText text={by.name} /> {did}
          </s>
        }
        end={<span className="text-warn">Stale</span>}
      >
        Was for{" "}
        <s className="font-mono" title={digest}>
          {shortDigest(digest)}
        </s>
        ; {staleBy === "bytes" ? changedWords(changedSince) : `${staleClauses[staleBy]} since`}
        <SeenRuns runs={verdict.runs} />
      </PaneItem>
    );
  const isUncounted = kind === "approved" && !counts && review.endedAt === null;
  const total = review.rehearsals.filter((rehearsal) => rehearsal.digest === digest).length;
  return (
    <PaneItem
      icon={isUncounted ? UserX : kind === "approved" ? Check : FilePen}
      tone={kind === "approved" && !isUncounted ? "neutral" : "warning"}
      title={<span className="font-medium">{nameOf(by, viewerId)}</span>}
      end={
        isUncounted ? <span className="text-warn">Does not count</span> : <RelativeTime at={verdict.at} ago />
      }
    >
      {kind === "approved" ? "Approved" : "Asked for changes to"}{" "}
      <span className="font-mono" title={digest}>
        {shortDigest(digest)}
      </span>
      {kind === "approved" && total > 0 ? `, ${openedWords(verdict.opened.length, total)}` : null}
      <SeenRuns runs={verdict.runs} />
      {why ? (
        <span className="block">
          <ShownText text={why} />
        </span>
      ) : null}
      {note ? (
        <span className="block text-ink-2">
          “<ShownText text={note} />”
        </span>
      ) : null}
    </PaneItem>
  );
}

/** The runs of suites that there were, each with what it said then. */
function SeenRuns({ runs }: Pick<ReviewVerdict, "runs">) {
  if (runs.length === 0) return null;
  return (
    <details>
      <summary className="min-h-6 cursor-default">
        <ShownText text={sawWords(runs)} />
      </summary>
      <ul className="grid gap-0.5 pl-4">
        {runs.map(({ skill, number, model, said }) => (
          <li key={`${skill} ${number}`} className="[overflow-wrap:anywhere]">
            <ShownText text={`${skill}, run ${number}, ${model}: ${said}`} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Waiting({ person, review, viewerId }: ApprovalListProps & { person: Review["reviewers"][number] }) {
  const { opened, total } = rehearsalsOpened(review, person.id);
  const isViewer = person.id === viewerId;
  const words = isViewer ? youOpenedWords(opened, total) : opened > 0 ? openedWords(opened, total) : null;
  return (
    <PaneItem
      icon={person.why === null ? Clock : UserX}
      title={<span className="font-medium">{nameOf(person, viewerId)}</span>}
      end={person.why === null ? "asked" : <span className="text-warn">Would not count</span>}
    >
      {person.why === null ? null : (
        <span className="block">
          <ShownText text={person.why} />
        </span>
      )}
      {review.endedAt === null && words ? (
        <ShownText text={words.charAt(0).toUpperCase() + words.slice(1)} />
      ) : null}
    </PaneItem>
  );
}
