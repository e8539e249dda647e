import { comparePath } from "@/components/data/version-paths";
import { Notice } from "@/components/ui/notice";
import { TextLink } from "@/components/ui/text-link";
import type { SkillDetail } from "@/lib/library/skill-schema";

type DraftBaseProps = { workspace: string; skill: Pick<SkillDetail, "name" | "draft"> };

/** The draft's base has moved: publishing it would take back what the newer version brought. */
export function DraftBaseNotice({ workspace, skill }: DraftBaseProps) {
  const { baseVersion, newerVersion } = skill.draft;
  if (newerVersion === null) return null;
  return (
    <Notice
      tone="warning"
      className="m-2"
      title={
        baseVersion === null
          ? `v${newerVersion} is newer than this draft`
          : `v${newerVersion} is newer than v${baseVersion}, which this draft started from`
      }
      action={
        <TextLink href={comparePath(workspace, skill.name, { from: newerVersion, to: "draft" })}>
          Compare the draft with v{newerVersion}
        </TextLink>
      }
    >
      Published as it is, the draft would take back what v{newerVersion} brought.
    </Notice>
  );
}

/** Where to see what the draft changes; nothing while it changes nothing. */
export function DraftChangesLink({ workspace, skill }: { workspace: string; skill: SkillDetail }) {
  const { baseVersion, digest } = skill.draft;
  const base = skill.versions.find(({ number }) => number === baseVersion);
  if (!base || base.digest === digest) return null;
  return (
    <TextLink href={comparePath(workspace, skill.name, { from: base.number, to: "draft" })}>
      What changed since v{base.number}
    </TextLink>
  );
}
