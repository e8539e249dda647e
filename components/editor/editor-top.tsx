"use client";

import { Ellipsis, FileDiff, History, PackageOpen, Play } from "lucide-react";
import { useRouter } from "next/navigation";
import { rehearseSkillPath, skillPath, skillsPath } from "@/components/data/skill-paths";
import { comparePath, versionsPath } from "@/components/data/version-paths";
import { TopLine } from "@/components/layout/top-line";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { SkillState } from "@/components/library/skill-state";
import {
  SkillReviewButton,
  SkillReviewChip,
  SkillReviewDialog,
  SkillReviewItem,
  useSkillReview,
} from "@/components/review/skill-review";
import { Button, ButtonLink, IconButton } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { SkillDetail } from "@/lib/library/skill-schema";
import { useEditor, useEditorState } from "./editor-context";
import { isDirty } from "./saving/draft-state";

type EditorTopProps = {
  detail: SkillDetail | null;
  blockedReason: string | undefined;
  blockedId: string;
  onPublish: () => void;
};

export function EditorTop({ detail, blockedReason, blockedId, onPublish }: EditorTopProps) {
  const router = useRouter();
  const { workspace, skill, session, save } = useEditor();
  const dirty = useEditorState((state) => isDirty(state.draft));
  const isSaving = useEditorState((state) => state.save.kind === "saving");
  const review = useSkillReview(workspace, skill);
  const mayPublish = useBlockedFor("library.publish") === undefined;
  const rehearse = async () => {
    await save();
    if (!isDirty(session.draft)) router.push(rehearseSkillPath(workspace, skill));
  };
  return (
    <>
      <TopLine
        crumbs={[{ label: "Skills", href: skillsPath(workspace) }]}
        title={skill}
        mono
        chips={
          <>
            {detail ? <SkillState state={detail.state} /> : null}
            <SkillReviewChip of={review} />
          </>
        }
        actions={
          <>
            <Menu align="end" trigger={<IconButton icon={Ellipsis} label="More" />}>
              <MenuItem icon={PackageOpen} onSelect={() => router.push(skillPath(workspace, skill))}>
                Skill page
              </MenuItem>
              <MenuItem icon={History} onSelect={() => router.push(versionsPath(workspace, skill))}>
                Versions
              </MenuItem>
              <MenuItem
                icon={FileDiff}
                onSelect={() =>
                  router.push(
                    comparePath(workspace, skill, { from: detail?.draft.baseVersion ?? "none", to: "draft" }),
                  )
                }
              >
                {detail?.draft.baseVersion
                  ? `What changed since v${detail.draft.baseVersion}`
                  : "What the draft has"}
              </MenuItem>
              <SkillReviewItem of={review} />
            </Menu>
            {dirty ? (
              <Button icon={Play} onClick={() => void rehearse()}>
                Save and rehearse
              </Button>
            ) : (
              <ButtonLink href={rehearseSkillPath(workspace, skill)} icon={Play}>
                Rehearse
              </ButtonLink>
            )}
            <Button
              onClick={() => void save()}
              pending={isSaving}
              blockedReason={dirty || isSaving ? undefined : "Everything is saved."}
            >
              Save
            </Button>
          </>
        }
        primary={
          mayPublish ? (
            <Button
              variant="primary"
              onClick={onPublish}
              blockedReason={blockedReason}
              {...(blockedReason ? { "aria-describedby": blockedId } : {})}
            >
              Publish
            </Button>
          ) : (
            // Whoever cannot publish asks those who can.
            <SkillReviewButton of={review} primary />
          )
        }
      />
      <SkillReviewDialog of={review} />
    </>
  );
}
