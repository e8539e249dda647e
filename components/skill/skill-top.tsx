"use client";

import { Download, Ellipsis, PencilLine, Play, Upload } from "lucide-react";
import { rehearseSkillPath, skillEditPath, skillsPath } from "@/components/data/skill-paths";
import { TopLine } from "@/components/layout/top-line";
import { useSkillCommands } from "@/components/library/dialogs/skill-dialogs";
import { SkillState } from "@/components/library/skill-state";
import {
  type SkillReview,
  SkillReviewButton,
  SkillReviewChip,
  SkillReviewItem,
} from "@/components/review/skill-review";
import { Button, ButtonLink, IconButton } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { SkillDetail } from "@/lib/library/skill-schema";
import { SkillActionItems } from "./skill-action-items";

type SkillTopProps = {
  workspace: string;
  skill: SkillDetail;
  review: SkillReview;
  onPublish: () => void;
  noPublish: string | undefined;
};

/** The skill's name, how it stands, and what can be done with it. */
export function SkillTop({ workspace, skill, review, onPublish, noPublish }: SkillTopProps) {
  const { ask } = useSkillCommands();
  const isAhead = !skill.archived && skill.unchangedSince === null;
  return (
    <TopLine
      crumbs={[{ label: "Skills", href: skillsPath(workspace) }]}
      title={skill.name}
      mono
      state={<SkillState state={skill.state} />}
      chips={<SkillReviewChip of={review} />}
      actions={
        <>
          <Menu align="end" trigger={<IconButton icon={Ellipsis} label="More actions" />}>
            <SkillReviewItem of={review} />
            <MenuItem icon={Upload} shortcut="P" blockedReason={noPublish} onSelect={onPublish}>
              Publish
            </MenuItem>
            <SkillActionItems skill={skill} />
          </Menu>
          <Button icon={Download} onClick={() => ask("export", skill)} className="compact:hidden">
            Export
          </Button>
          {isAhead && !review.review ? (
            <span className="narrow:hidden">
              <SkillReviewButton of={review} />
            </span>
          ) : null}
          <ButtonLink href={rehearseSkillPath(workspace, skill.name)} icon={Play}>
            Rehearse
          </ButtonLink>
        </>
      }
      primary={
        skill.mayEdit ? (
          <ButtonLink
            href={skillEditPath(workspace, skill.name)}
            variant="primary"
            icon={PencilLine}
            shortcut="E"
          >
            Edit
          </ButtonLink>
        ) : null
      }
    />
  );
}
