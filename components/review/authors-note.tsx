import type { Publication } from "@/lib/reviews/review-schema";
import { uncountedWords, writtenWords } from "./review-words";

type AuthorsNoteProps = {
  publication: Pick<Publication, "authors" | "approvals" | "newestVersion">;
  viewerId: string;
};

/** Who counts as an author of these bytes, and which approvals do not count. */
export function AuthorsNote({ publication, viewerId }: AuthorsNoteProps) {
  const { authors, approvals, newestVersion } = publication;
  const written = writtenWords(authors, newestVersion, viewerId);
  const uncounted = approvals.filter(({ counts }) => !counts);
  return (
    <>
      {written ? (
        <p className="text-ink-2">{written}. Whoever wrote part of a draft does not approve it.</p>
      ) : null}
      {uncounted.length === 0 ? null : (
        <ul aria-label="Approvals that do not count" className="grid gap-1 text-warn">
          {uncounted.map((approval) => (
            <li key={approval.by.id}>{uncountedWords(approval, authors)}</li>
          ))}
        </ul>
      )}
    </>
  );
}
