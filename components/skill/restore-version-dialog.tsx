"use client";

import { comparePath } from "@/components/data/version-paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { TextLink } from "@/components/ui/text-link";
import type { SkillDetail } from "@/lib/library/skill-schema";
import { useVersionActs } from "./use-version-acts";

type RestoreVersionDialogProps = {
  workspace: string;
  skill: Pick<SkillDetail, "name" | "draft" | "versions">;
  number: number;
  close: () => void;
};

/** Asks before the draft's files are replaced by a version's. */
export function RestoreVersionDialog({ workspace, skill, number, close }: RestoreVersionDialogProps) {
  const { restore } = useVersionActs(workspace, skill.name);
  const { revision, digest } = skill.draft;
  const kept = skill.versions.find((version) => version.digest === digest);
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={`Restore v${number} as the draft`}
      description={`The draft gets the files of v${number} and starts from it. Versions stay as they are.`}
      confirmLabel={`Restore v${number}`}
      danger={!kept}
      onConfirm={() => restore.mutateAsync({ number, baseRevision: revision })}
    >
      <p className="text-ink-2">
        {kept
          ? `Draft r${revision} is v${kept.number}, byte for byte: nothing is lost.`
          : `Draft r${revision} is not published. What only it has will be gone.`}{" "}
        <TextLink href={comparePath(workspace, skill.name, { from: number, to: "draft" })}>
          See what differs
        </TextLink>
      </p>
    </ConfirmDialog>
  );
}
