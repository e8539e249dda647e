"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { MessageSquarePlus } from "lucide-react";
import { improvementQuery, oneImprovement } from "@/components/data/improvement-queries";
import { suiteRunPath } from "@/components/data/proof-paths";
import { reviewPath } from "@/components/data/review-paths";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { formatNumber } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import { TextLink } from "@/components/ui/text-link";
import { WordDiff } from "@/components/ui/word-diff";
import { client, unwrap } from "@/lib/api/client";
import { diffByWord } from "@/lib/diff/diff-words";
import type { ImprovementAttempt, ImprovementDetail } from "@/lib/improvements/schema";
import { sayP } from "@/lib/verdicts/say-verdict-reason";
import { attemptLooks, beingTried } from "./improve-words";
import { SideTable, TurnedCases } from "./side-figures";

type AttemptViewProps = { workspace: string; search: ImprovementDetail; attempt: ImprovementAttempt };

/** One text: what it changes word by word, what it came to, and why it was refused or where it stands. */
export function AttemptView({ workspace, search, attempt }: AttemptViewProps) {
  const { position, word, reason, description, skill, length, characters } = attempt;
  const looks = word === null ? beingTried : attemptLooks[word];
  const before = search.subjects.find((one) => one.skill === skill)?.description ?? "";
  const titleId = `text-${position}`;
  return (
    <article aria-labelledby={titleId} className="grid gap-2 border-line border-b p-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id={titleId}>
          {position === 0 ? "What stands already" : `Text ${position}`}
          {search.skill === null && skill !== null ? (
            <>
              {" "}
              of{" "}
              <code>
                <ShownText text={skill} />
              </code>
            </>
          ) : null}
        </h3>
        <State icon={looks.icon} tone={looks.tone}>
          {looks.words}
        </State>
        {position === 0 || description === null ? null : (
          <span className="text-12 text-ink-3 tabular-nums">
            {formatNumber(characters)} characters
            {length === null ? "" : `, ${formatNumber(length)} asked for`}
          </span>
        )}
      </header>
      {reason === null ? null : (
        <p className="text-pretty text-ink-2">
          <ShownText text={reason} />
        </p>
      )}
      {position === 0 || description === null ? null : (
        <WordDiff pieces={diffByWord(before, description)} className="rounded-2 border border-line p-3" />
      )}
      <Judged attempt={attempt} />
      <Runs workspace={workspace} attempt={attempt} />
      <Suggested workspace={workspace} search={search} attempt={attempt} />
    </article>
  );
}

function Judged({ attempt: { judged, position } }: { attempt: ImprovementAttempt }) {
  if (judged === null) return null;
  const { training, heldOut, neighbours, p } = judged;
  const rows = [
    ...(heldOut ? [{ label: "Held out", side: heldOut }] : []),
    ...(training ? [{ label: "Made from", side: training }] : []),
    ...neighbours.map((side) => ({ label: side.skill, mono: true, side })),
  ];
  return (
    <div>
      <SideTable
        rows={rows}
        caption={`Right cases of text ${position}, before and after, with 95 % intervals`}
      />
      {p === null ? null : (
        <p className="text-12 text-ink-3 tabular-nums">
          Held-out gain by the exact test over cases, for one of all that are tried: {sayP(p)}
        </p>
      )}
      <TurnedCases title="Held out, lost" cases={heldOut?.lost ?? []} />
      <TurnedCases title="Held out, gained" cases={heldOut?.gained ?? []} />
      {neighbours.map(({ skill, lost }) => (
        <TurnedCases key={skill} title={`${skill} loses`} cases={lost} />
      ))}
    </div>
  );
}

function Runs({ workspace, attempt: { runs } }: { workspace: string; attempt: ImprovementAttempt }) {
  if (runs.length === 0) return null;
  return (
    <p className="text-12 text-ink-3">
      Tried by{" "}
      {runs.map(({ skill, number }, at) => (
        <span key={skill}>
          {at === 0 ? "" : ", "}
          <TextLink href={suiteRunPath(workspace, skill, number)}>
            <ShownText text={`run ${number} of ${skill}`} />
          </TextLink>
        </span>
      ))}
    </p>
  );
}

/** Where an accepted text stands; where it does not, why, and the way to put it there. */
function Suggested({ workspace, search, attempt }: AttemptViewProps) {
  const { position, word, review, unsuggested } = attempt;
  const cache = useQueryClient();
  const right = useBlockedFor("discussion.comment");
  const suggest = useMutation({
    mutationFn: () =>
      unwrap(
        oneImprovement(client.improvements).texts[":position"].suggest.$post({
          param: { workspace, improvement: search.id, position: String(position) },
        }),
      ),
    onSettled: () => cache.invalidateQueries(improvementQuery(client.improvements, workspace, search.id)),
  });
  if (review !== null)
    return (
      <p>
        A suggestion in <TextLink href={reviewPath(workspace, review)}>review {review}</TextLink>. The draft
        is as it was.
      </p>
    );
  if (word !== "accepted") return null;
  return (
    <div className="grid justify-items-start gap-2">
      {unsuggested === null ? null : (
        <Notice tone="warning" title="It is no suggestion yet">
          <ShownText text={unsuggested} />
        </Notice>
      )}
      <Button
        icon={MessageSquarePlus}
        pending={suggest.isPending}
        missingRight={right}
        blockedReason={search.state === "running" ? "It is suggested when the search has ended." : undefined}
        onClick={() => suggest.mutate()}
      >
        Suggest it in review
      </Button>
    </div>
  );
}
