import { formatCount } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { RelativeTime } from "@/components/ui/relative-time";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { ShownText } from "@/components/ui/shown-text";
import type { Mirror, MirrorPlan } from "@/lib/mirrors/schema";
import { MirrorFailure } from "./mirror-failure";

type PlanViewProps = { plan: MirrorPlan; mirror: Pick<Mirror, "branch"> };

/** What a push would do to a branch: in a sentence, its commits, its files. */
export function PlanView({ plan, mirror }: PlanViewProps) {
  const { failure, changes, state } = plan;
  if (failure) return <MirrorFailure failure={failure} nextAt={null} />;
  return (
    <>
      {state === "diverged" ? (
        <Notice tone="warning" title={`${mirror.branch} has something else`}>
          Its commit {plan.remote?.slice(0, 12)} did not come from here. Nothing is overwritten unless you say
          so.
        </Notice>
      ) : (
        <p>
          <ShownText text={sentences[state](mirror.branch)} />
        </p>
      )}
      {changes ? <Changes changes={changes} isAgainstNothing={state !== "forward"} /> : null}
    </>
  );
}

const sentences = {
  empty: () => "Nothing is published yet, so there is nothing to push.",
  current: (branch: string) => `${branch} has everything already.`,
  first: (branch: string) => `The repository has no branch ${branch} yet: it gets everything.`,
  forward: (branch: string) => `${branch} goes forward; nothing in it is overwritten.`,
  failed: () => "",
} as const satisfies Record<Exclude<MirrorPlan["state"], "diverged">, (branch: string) => string>;

type ChangesProps = { changes: NonNullable<MirrorPlan["changes"]>; isAgainstNothing: boolean };

function Changes({ changes, isAgainstNothing }: ChangesProps) {
  const { commits, files, withheld, hasOwnIds } = changes;
  const more = commits.total - commits.items.length;
  return (
    <>
      {withheld > 0 || hasOwnIds ? (
        <Notice>
          {withheld > 0
            ? `${formatCount(withheld, "commit")} left out: versions in it were withdrawn or deleted since. `
            : ""}
          {hasOwnIds
            ? "The commits have other ids here than at the git address; their files are the same."
            : ""}
        </Notice>
      ) : null}
      <section aria-label="Commits">
        <h3 className="font-medium">{formatCount(commits.total, "commit")}</h3>
        <ScrollingRegion label="Commits that would be pushed">
          <ol className="max-h-52">
            {commits.items.map(({ id, subject, author, at }) => (
              <li key={id} className="flex gap-2 border-line border-b py-1">
                <code className="flex-none text-12 text-ink-3">{id.slice(0, 7)}</code>
                <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                  <ShownText text={subject} />
                </span>
                <span className="flex-none text-12 text-ink-3">
                  <ShownText text={author} />, <RelativeTime at={at} />
                </span>
              </li>
            ))}
            {more > 0 ? (
              <li className="py-1 text-12 text-ink-3">and {formatCount(more, "older one")}</li>
            ) : null}
          </ol>
        </ScrollingRegion>
      </section>
      <section aria-label="Files">
        <h3 className="font-medium">
          {isAgainstNothing ? formatCount(files.added.total, "file") : "Files that change"}
        </h3>
        <ScrollingRegion label="Files that would change">
          <div className="max-h-52">
            <Paths sign="+" word="added" {...files.added} />
            <Paths sign="±" word="changed" {...files.changed} />
            <Paths sign="−" word="removed" {...files.removed} />
          </div>
        </ScrollingRegion>
      </section>
    </>
  );
}

type PathsProps = { sign: string; word: string; total: number; items: readonly string[] };

function Paths({ sign, word, total, items }: PathsProps) {
  if (total === 0) return null;
  const more = total - items.length;
  return (
    <ul aria-label={`${formatCount(total, "file")} ${word}`} className="py-1">
      {items.map((path) => (
        <li key={path} className="flex gap-2 font-mono text-12">
          <span aria-hidden="true" className="text-ink-3">
            {sign}
          </span>
          <span className="[overflow-wrap:anywhere]">
            <ShownText text={path} />
          </span>
        </li>
      ))}
      {more > 0 ? <li className="text-12 text-ink-3">and {formatCount(more, "more file")}</li> : null}
    </ul>
  );
}
