"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { proofPath } from "@/components/data/proof-paths";
import { rehearseSkillPath, skillEditPath } from "@/components/data/skill-paths";
import { useShortcut } from "@/components/layout/keyboard";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { useSkillCommands } from "@/components/library/dialogs/skill-dialogs";
import { type SkillReview, SkillReviewDialog } from "@/components/review/skill-review";
import type { SkillDetail } from "@/lib/library/skill-schema";
import type { useAskedAct } from "./use-asked-act";

const PublishSkillDialog = dynamic(
  () => import("./publish-skill-dialog").then((module) => module.PublishSkillDialog),
  { ssr: false },
);

const ManyDialog = dynamic(
  () => import("@/components/library/many/many-dialog").then((module) => module.ManyDialog),
  { ssr: false },
);

type SkillActsProps = {
  workspace: string;
  skill: SkillDetail;
  review: SkillReview;
  act: ReturnType<typeof useAskedAct>;
  /** Why this person cannot publish it now. */
  noPublish: string | undefined;
};

/** The keys of the skill's page, and the dialog that its address asks for. */
export function SkillActs({ workspace, skill, review, act, noPublish }: SkillActsProps) {
  const router = useRouter();
  const { ask } = useSkillCommands();
  const { asked, leave } = act;
  const noAssign = useBlockedFor("agents.edit");
  useShortcut("e", "Edit the skill", () => router.push(skillEditPath(workspace, skill.name)), {
    enabled: skill.mayEdit,
  });
  useShortcut("r", "Rehearse the draft", () => router.push(rehearseSkillPath(workspace, skill.name)));
  useShortcut("t", "Open the trigger suite", () => router.push(proofPath(workspace, skill.name)));
  useShortcut("x", "Export the skill", () => ask("export", skill));
  useShortcut("p", "Publish the draft", () => act.ask("publish"), { enabled: noPublish === undefined });

  const isDue = asked === "export" || (asked === "review" && review.isKnown);
  useEffect(() => {
    if (!isDue) return;
    leave();
    if (asked === "export") ask("export", skill);
    else if (review.blocked === undefined) review.go();
  });
  return (
    <>
      <SkillReviewDialog of={review} />
      {asked === "publish" && noPublish === undefined ? (
        <PublishSkillDialog workspace={workspace} skill={skill.name} close={leave} />
      ) : null}
      {asked === "assign" && noAssign === undefined ? (
        <ManyDialog
          workspace={workspace}
          asked={{ kind: "assign", skills: { names: [skill.name] }, count: 1 }}
          close={leave}
        />
      ) : null}
    </>
  );
}
