/** What a share gives: what `latest` stands for, what a label stands for, or one version for good. */
export const shareFollows = ["latest", "label", "version"] as const;

/** Why what is shared could not come in. */
export const shareFailures = ["name-taken"] as const;

/** The same in words, to go on after the workspace's name. */
export function sayShared({ follows, label, version }: ShareWords): string {
  if (follows === "version") return `version ${version}`;
  return follows === "label" ? `what ${label} stands for` : "the newest version";
}

type ShareWords = {
  follows: (typeof shareFollows)[number];
  label: string | null;
  version: number | null;
};
