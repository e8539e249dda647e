"use client";

import { useQuery } from "@tanstack/react-query";
import { FileDiff } from "lucide-react";
import { versionQuery } from "@/components/data/skill-queries";
import { comparePath } from "@/components/data/version-paths";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { versionCrumbs } from "@/components/library/skill-crumbs";
import { ButtonLink } from "@/components/ui/button";
import { Digest } from "@/components/ui/copy-button";
import { formatBytes, formatCount, formatTokens } from "@/components/ui/format";
import { NotLoaded } from "@/components/ui/not-loaded";
import { Notice } from "@/components/ui/notice";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { client } from "@/lib/api/client";
import { SkillFiles } from "./skill-files";
import { VersionDismissals } from "./version-dismissals";
import { ExportMenu } from "./version-list";

type VersionPageProps = { workspace: string; skill: string; number: number; initialPath?: string | null };

/** One version's files, as they will always be. */
export function VersionPage({ workspace, skill, number, initialPath = null }: VersionPageProps) {
  const version = useQuery(versionQuery(client.library, workspace, skill, number));
  const { data } = version;
  return (
    <Page
      top={
        <TopLine
          crumbs={versionCrumbs(workspace, skill)}
          title={`v${number}`}
          chips={
            data ? (
              <span className="min-w-0 truncate">
                <ShownText text={data.note} />
              </span>
            ) : null
          }
          actions={
            <>
              <ButtonLink href={comparePath(workspace, skill, { from: number, to: "draft" })} icon={FileDiff}>
                Compare
              </ButtonLink>
              {data?.withdrawal ? null : (
                <ExportMenu
                  workspace={workspace}
                  skill={skill}
                  version={String(number)}
                  label={`version ${number}`}
                />
              )}
            </>
          }
        />
      }
    >
      {data ? (
        <>
          <p className="flex min-h-bar flex-none flex-wrap items-center gap-x-4 border-line border-b px-4 py-1 text-ink-3">
            <span>
              Published by <ShownText text={data.author.name} /> <RelativeTime at={data.createdAt} ago />
            </span>
            <Digest digest={data.digest} />
            <span>
              {formatCount(data.files.length, "file")}, {formatBytes(data.size)}
            </span>
            <span>
              {formatTokens(data.tokens.metadata)} always, {formatTokens(data.tokens.instructions)} on
              activation (estimates)
            </span>
          </p>
          {data.withdrawal ? (
            <Notice tone="warning" className="m-4" title={`v${number} is withdrawn: agents do not get it`}>
              <ShownText text={data.withdrawal.by.name} />, <RelativeTime at={data.withdrawal.at} ago />:{" "}
              <ShownText text={data.withdrawal.reason} />
            </Notice>
          ) : null}
          <VersionDismissals dismissals={data.dismissals} />
          <SkillFiles
            workspace={workspace}
            skill={skill}
            files={data.files}
            version={number}
            initialPath={initialPath}
          />
        </>
      ) : (
        <NotLoaded query={version} loading="Loading the version" />
      )}
    </Page>
  );
}
