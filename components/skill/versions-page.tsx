"use client";

import { useQuery } from "@tanstack/react-query";
import { FileDiff } from "lucide-react";
import { skillQuery } from "@/components/data/skill-queries";
import { comparePath } from "@/components/data/version-paths";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { DraftBaseNotice } from "@/components/library/draft-base";
import { skillCrumbs } from "@/components/library/skill-crumbs";
import { ButtonLink } from "@/components/ui/button";
import { NotLoaded } from "@/components/ui/not-loaded";
import { client } from "@/lib/api/client";
import { VersionList } from "./version-list";

/** Shows the history of a skill. */
export function VersionsPage({ workspace, skill }: { workspace: string; skill: string }) {
  const detail = useQuery(skillQuery(client.library, workspace, skill));
  return (
    <Page
      top={
        <TopLine
          crumbs={skillCrumbs(workspace, skill)}
          title="Versions"
          actions={
            <ButtonLink
              href={comparePath(workspace, skill, {
                from: detail.data?.latestVersion === null ? "none" : "latest",
                to: "draft",
              })}
              icon={FileDiff}
            >
              Compare
            </ButtonLink>
          }
        />
      }
    >
      <div className="min-h-0 flex-1 overflow-auto">
        {detail.data ? (
          <>
            <DraftBaseNotice workspace={workspace} skill={detail.data} />
            <VersionList workspace={workspace} skill={detail.data} />
          </>
        ) : (
          <NotLoaded query={detail} loading="Loading the versions" />
        )}
      </div>
    </Page>
  );
}
