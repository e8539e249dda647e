import { formatCount } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";
import type { VersionPush } from "@/lib/sources/push-schema";

type VersionPushViewProps = { push: VersionPush; isPushed: boolean };

/** What a push to a source does or did: in a sentence, and file by file. */
export function VersionPushView({ push, isPushed }: VersionPushViewProps) {
  const { state, branch, base, files, failure, request } = push;
  if (failure)
    return (
      <Notice tone="error" title={failure.message}>
        {failure.remoteSaid === null ? null : (
          <>
            It said: <ShownText text={failure.remoteSaid} />
          </>
        )}
      </Notice>
    );
  return (
    <>
      {state === "taken" ? (
        <Notice tone="warning" title="The branch has something else">
          The repository has a branch <ShownText text={branch} /> that is not this version. Merge or remove it
          there.
        </Notice>
      ) : (
        <p role={isPushed ? "status" : undefined} className="[overflow-wrap:anywhere]">
          <ShownText text={sentenceOf(push, isPushed)} />
        </p>
      )}
      {state === "there" && request !== null ? (
        <p>
          <TextLink href={request}>Open a merge request</TextLink>
        </p>
      ) : null}
      {files.length === 0 ? null : (
        <section aria-label="Files">
          <h3 className="font-medium">
            {formatCount(files.length, "file")} unlike commit <code>{base.slice(0, 12)}</code>
          </h3>
          <ScrollingRegion label="Files that are pushed">
            <ul className="max-h-52 py-1">
              {files.map(({ path, change }) => (
                <li key={path} className="flex gap-2 font-mono text-12">
                  <span className="w-16 flex-none text-ink-3">{change}</span>
                  <span className="[overflow-wrap:anywhere]">
                    <ShownText text={path} />
                  </span>
                </li>
              ))}
            </ul>
          </ScrollingRegion>
        </section>
      )}
    </>
  );
}

function sentenceOf({ state, branch }: VersionPush, isPushed: boolean): string {
  if (state === "unchanged") return "The source has exactly this text: there is nothing to push.";
  if (isPushed) return `Pushed as the branch ${branch}.`;
  return state === "there"
    ? `The branch ${branch} has exactly this already.`
    : `The repository gets a new branch ${branch}, on the commit that was synced last. Everything else in it stays as it is.`;
}
