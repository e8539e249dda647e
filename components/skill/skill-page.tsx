"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { proofPath } from "@/components/data/proof-paths";
import { skillPath, skillsPath } from "@/components/data/skill-paths";
import { draftQuery, skillQuery } from "@/components/data/skill-queries";
import { Page } from "@/components/layout/page";
import { putInAddress } from "@/components/layout/put-in-address";
import { TopLine } from "@/components/layout/top-line";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { SkillDialogs } from "@/components/library/dialogs/skill-dialogs";
import { DraftBaseNotice } from "@/components/library/draft-base";
import { unchangedWords } from "@/components/library/skill-standing";
import { useSkillReview } from "@/components/review/skill-review";
import { NotLoaded } from "@/components/ui/not-loaded";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Tab, TabList, TabPanel, Tabs } from "@/components/ui/tabs";
import { TextLink } from "@/components/ui/text-link";
import { client } from "@/lib/api/client";
import type { SkillDetail } from "@/lib/library/skill-schema";
import { ReceivedNotice } from "./received-notice";
import { SkillActs } from "./skill-acts";
import { SkillAgentView } from "./skill-agent-view";
import { SkillFacts } from "./skill-facts";
import { SkillFiles } from "./skill-files";
import { findingCount, SkillFindings } from "./skill-findings";
import { SkillInstructions } from "./skill-instructions";
import { SkillTop } from "./skill-top";
import { type SkillView, toSkillView } from "./skill-view";
import { useAskedAct } from "./use-asked-act";
import { VersionList } from "./version-list";

const SkillActivityTab = dynamic(
  () => import("@/components/activity/skill-activity-tab").then((module) => module.SkillActivityTab),
  { ssr: false, loading: () => <SkeletonRows label="Loading what happened" /> },
);

type SkillPageProps = {
  workspace: string;
  skill: string;
  initialView?: SkillView;
  /** The file that the Files view opens with. */
  initialPath?: string | null;
};

/** Shows everything about one skill. */
export function SkillPage({
  workspace,
  skill,
  initialView = "instructions",
  initialPath = null,
}: SkillPageProps) {
  const router = useRouter();
  const detail = useQuery(skillQuery(client.library, workspace, skill));
  if (detail.data)
    return (
      <SkillDialogs
        workspace={workspace}
        onMoved={(name) => router.replace(name === null ? skillsPath(workspace) : skillPath(workspace, name))}
      >
        <SkillContent
          workspace={workspace}
          skill={detail.data}
          initialView={initialView}
          initialPath={initialPath}
        />
      </SkillDialogs>
    );
  return (
    <Page top={<TopLine crumbs={[{ label: "Skills", href: skillsPath(workspace) }]} title={skill} mono />}>
      <NotLoaded query={detail} loading="Loading the skill" failed="The skill could not be shown" wholePage />
    </Page>
  );
}

type SkillContentProps = {
  workspace: string;
  skill: SkillDetail;
  initialView: SkillView;
  initialPath: string | null;
};

function SkillContent({ workspace, skill, initialView, initialPath }: SkillContentProps) {
  const [view, setView] = useState<SkillView>(initialView);
  const [path, setPath] = useState(initialPath);
  const draft = useQuery(draftQuery(client.library, workspace, skill.name)).data ?? null;
  const findings = findingCount(draft);
  const review = useSkillReview(workspace, skill.name);
  const act = useAskedAct();
  const noPublish = useNoPublish(skill);
  const show = (next: SkillView, file?: string) => {
    setView(next);
    putInAddress({
      ...(file === undefined ? {} : { file }),
      view: next === "instructions" ? null : next,
    });
  };
  return (
    <Page
      top={
        <SkillTop
          workspace={workspace}
          skill={skill}
          review={review}
          onPublish={() => act.ask("publish")}
          noPublish={noPublish}
        />
      }
    >
      <DraftBaseNotice workspace={workspace} skill={skill} />
      <ReceivedNotice skill={skill} />
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_348px] narrow:grid-cols-[minmax(0,1fr)_288px] compact:grid-cols-1">
        <Tabs value={view} onValueChange={(value) => show(toSkillView(value))}>
          <TabList
            label="Parts of the skill"
            end={
              <TextLink href={proofPath(workspace, skill.name)} className="compact:hidden">
                Trigger suite
              </TextLink>
            }
          >
            <Tab value="instructions">Instructions</Tab>
            <Tab value="files" count={skill.files.length}>
              Files
            </Tab>
            <Tab value="versions" count={skill.versions.length}>
              Versions
            </Tab>
            <Tab value="findings" count={findings}>
              Findings
            </Tab>
            <Tab value="agent">As the agent sees it</Tab>
            <Tab value="activity">Activity</Tab>
          </TabList>
          <TabPanel value="instructions" className="overflow-auto">
            <SkillInstructions
              skill={skill}
              onFile={(path) => {
                show("files", path);
                setPath(path);
              }}
            />
          </TabPanel>
          <TabPanel value="files" className="flex min-h-0 flex-col data-[state=inactive]:hidden">
            <SkillFiles
              key={path}
              workspace={workspace}
              skill={skill.name}
              files={skill.files}
              version={null}
              initialPath={path}
            />
          </TabPanel>
          <TabPanel value="versions" className="overflow-auto">
            <VersionList workspace={workspace} skill={skill} />
          </TabPanel>
          <TabPanel value="findings" className="overflow-auto">
            <SkillFindings workspace={workspace} skill={skill.name} draft={draft} />
          </TabPanel>
          <TabPanel value="agent" className="flex min-h-0 flex-col data-[state=inactive]:hidden">
            <SkillAgentView workspace={workspace} skill={skill} />
          </TabPanel>
          <TabPanel value="activity" className="overflow-auto">
            <SkillActivityTab workspace={workspace} skill={skill.name} />
          </TabPanel>
        </Tabs>
        <aside
          aria-label="About the skill"
          className="min-h-0 overflow-auto border-line border-l compact:border-t compact:border-l-0"
        >
          <SkillFacts workspace={workspace} skill={skill} />
        </aside>
      </div>
      <SkillActs workspace={workspace} skill={skill} review={review} act={act} noPublish={noPublish} />
    </Page>
  );
}

/** Why the draft cannot be published from here, in words; what else stands in the way the dialog says. */
function useNoPublish(skill: SkillDetail): string | undefined {
  const noRole = useBlockedFor("library.publish");
  if (noRole !== undefined) return noRole;
  if (skill.archived) return "Restore the skill from the archive first";
  return unchangedWords(skill);
}
