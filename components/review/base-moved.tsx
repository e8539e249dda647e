import { comparePath } from "@/components/data/version-paths";
import { Checkbox } from "@/components/ui/checkbox";
import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";
import type { Publication } from "@/lib/reviews/review-schema";

/** Says that somebody published after this draft began. */
export const isBaseMoved = ({ baseVersion, newestVersion }: Publication) =>
  newestVersion !== null && newestVersion !== baseVersion;

type BaseMovedProps = {
  workspace: string;
  skill: string;
  publication: Publication;
  seen: boolean;
  onSeen: (seen: boolean) => void;
};

/** Warns before a version is passed over that the draft knows nothing of. */
export function BaseMoved({ workspace, skill, publication, seen, onSeen }: BaseMovedProps) {
  const { baseVersion, newestVersion } = publication;
  if (!isBaseMoved(publication)) return null;
  const began = baseVersion === null ? "before anything was published" : `from v${baseVersion}`;
  return (
    <Notice tone="warning" title={`v${newestVersion} is newer than what this draft started from`}>
      <p>
        The draft began <ShownText text={began} />: what v{newestVersion} changed may be missing in it.{" "}
        <TextLink href={comparePath(workspace, skill, { from: newestVersion ?? "latest", to: "draft" })}>
          Compare v{newestVersion} with the draft
        </TextLink>
      </p>
      <Checkbox
        label={`I have seen v${newestVersion} and publish over it`}
        checked={seen}
        onChange={({ target }) => onSeen(target.checked)}
        className="mt-1"
      />
    </Notice>
  );
}
