"use client";

import { Check, CircleSlash, Ellipsis, FilePen, Package, Pencil, Play, RotateCcw } from "lucide-react";
import { useRouter } from "next/navigation";
import { reviewsPath } from "@/components/data/review-paths";
import { skillEditPath, skillPath } from "@/components/data/skill-paths";
import { TopLine } from "@/components/layout/top-line";
import { Button, ButtonLink, IconButton } from "@/components/ui/button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { Review } from "@/lib/reviews/review-schema";
import { ReviewChip } from "./review-state";
import { nextVersion } from "./review-words";
import type { ReviewActs } from "./use-review-acts";

type ReviewTopProps = { workspace: string; review: Review; acts: ReviewActs; whyId: string };

/** Which review it is, how it stands, and what can be done. */
export function ReviewTop({ workspace, review, acts, whyId }: ReviewTopProps) {
  const { standing, publishedVersion, publication, skill } = review;
  return (
    <TopLine
      crumbs={[{ label: "Reviews", href: reviewsPath(workspace) }]}
      title={markHidden(review.title)}
      state={
        <>
          <span>{review.number}</span>
          <ReviewChip standing={standing} />
        </>
      }
      actions={
        <>
          <MoreMenu workspace={workspace} review={review} acts={acts} />
          {acts.isOpen ? (
            <>
              <Button icon={Play} onClick={acts.rehearse} className="compact:hidden">
                Rehearse
              </Button>
              <Button
                icon={FilePen}
                onClick={acts.requestChanges}
                missingRight={acts.verdictBlocked}
                className="narrow:hidden"
              >
                Request changes
              </Button>
              <Button icon={Check} onClick={acts.approve} missingRight={acts.verdictBlocked}>
                Approve
              </Button>
            </>
          ) : null}
        </>
      }
      primary={
        acts.isOpen ? (
          <Button
            variant="primary"
            onClick={acts.publish}
            missingRight={acts.publishMissing}
            blockedReason={acts.publishBlocked}
            aria-describedby={whyId}
          >
            Publish v{nextVersion(publication)}
          </Button>
        ) : publishedVersion === null ? (
          <ButtonLink href={skillPath(workspace, skill.name)}>Open the skill</ButtonLink>
        ) : (
          <ButtonLink href={`${skillPath(workspace, skill.name)}?view=versions`}>See versions</ButtonLink>
        )
      }
    />
  );
}

function MoreMenu({ workspace, review, acts }: Omit<ReviewTopProps, "whyId">) {
  const router = useRouter();
  const { skill } = review;
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} label="More actions" />}>
      {acts.isOpen ? (
        <>
          <MenuItem icon={Play} shortcut="T" onSelect={acts.rehearse}>
            Rehearse
          </MenuItem>
          <MenuItem
            icon={FilePen}
            shortcut="Q"
            blockedReason={acts.verdictBlocked}
            onSelect={acts.requestChanges}
          >
            Request changes
          </MenuItem>
          <MenuSeparator />
        </>
      ) : null}
      <MenuItem icon={Pencil} onSelect={() => router.push(skillEditPath(workspace, skill.name))}>
        Edit the draft
      </MenuItem>
      <MenuItem icon={Package} onSelect={() => router.push(skillPath(workspace, skill.name))}>
        Open the skill
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Pencil} blockedReason={acts.editBlocked} onSelect={acts.edit}>
        Title, description, reviewers
      </MenuItem>
      {acts.isOpen ? (
        <MenuItem icon={CircleSlash} blockedReason={acts.editBlocked} onSelect={acts.close}>
          Close without publishing
        </MenuItem>
      ) : review.publishedVersion === null ? (
        <MenuItem icon={RotateCcw} blockedReason={acts.editBlocked} onSelect={acts.reopen}>
          Open again
        </MenuItem>
      ) : null}
    </Menu>
  );
}
