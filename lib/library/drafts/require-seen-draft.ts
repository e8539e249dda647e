import { draftMoved } from "./draft-moved";

type Seen = { revision: number; digest: string };

/** CONFLICT unless the draft is the one that was looked at before it is published. */
export function requireSeenDraft({ revision, digest }: Seen, seen: Seen): void {
  if (revision !== seen.revision || digest !== seen.digest)
    throw draftMoved("publish that", { revision, digest });
}
