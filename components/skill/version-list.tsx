"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Ban, Download, Tag } from "lucide-react";
import Link from "next/link";
import { skillExportUrl } from "@/components/data/skill-paths";
import { versionsQuery } from "@/components/data/skill-queries";
import { versionsPath } from "@/components/data/version-paths";
import { DraftChangesLink } from "@/components/library/draft-base";
import { IconButton } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Digest } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { formatBytes, formatCount } from "@/components/ui/format";
import { Menu, MenuItem } from "@/components/ui/menu";
import { itemsOf } from "@/components/ui/paged-query";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShowMore } from "@/components/ui/show-more";
import { ShownText } from "@/components/ui/shown-text";
import { SkeletonRows } from "@/components/ui/skeleton";
import { State } from "@/components/ui/state";
import { Cell, HeaderCell, NoValue, Row, Table } from "@/components/ui/table";
import { client } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { SkillDetail } from "@/lib/library/skill-schema";
import type { VersionSummary } from "@/lib/library/versions/version-schema";
import { VersionMenu } from "./version-menu";
import { VersionOrigin } from "./version-origin";

type VersionListProps = { workspace: string; skill: SkillDetail };

/** Lists the draft, then every version, newest first. */
export function VersionList({ workspace, skill }: VersionListProps) {
  const list = useInfiniteQuery(versionsQuery(client.library, workspace, skill.name));
  const versions = itemsOf(list);
  if (list.isPending) return <SkeletonRows label="Loading the versions" rows={4} />;
  return (
    <>
      <Table caption="The draft and the versions, newest first" stacked className="compact:px-4">
        <thead>
          <tr>
            <HeaderCell width={88}>Version</HeaderCell>
            <HeaderCell>Note</HeaderCell>
            <HeaderCell width={128}>By</HeaderCell>
            <HeaderCell width={64} numeric>
              Age
            </HeaderCell>
            <HeaderCell width={96}>Digest</HeaderCell>
            <HeaderCell width={80} numeric className="narrow:hidden">
              Size
            </HeaderCell>
            <HeaderCell width={64} spoken="Actions" />
          </tr>
        </thead>
        <tbody>
          <Row>
            <Cell>Draft</Cell>
            <Cell>
              Revision {skill.draft.revision}
              {skill.state === "draft-ahead" ? ", ahead of the newest version. " : ". "}
              <DraftChangesLink workspace={workspace} skill={skill} />
            </Cell>
            <Cell label="By" title={skill.draft.updatedBy.name}>
              <ShownText text={skill.draft.updatedBy.name} />
            </Cell>
            <Cell numeric label="Age">
              <RelativeTime at={skill.draft.updatedAt} />
            </Cell>
            <Cell label="Digest">
              <Digest digest={skill.draft.digest} />
            </Cell>
            <Cell numeric label="Size" className="narrow:hidden">
              {formatBytes(skill.draft.size)}
            </Cell>
            <Cell corner>
              <ExportMenu workspace={workspace} skill={skill.name} version="draft" label="the draft" />
            </Cell>
          </Row>
          {versions.map((version) => (
            <VersionRow key={version.id} workspace={workspace} skill={skill} version={version} />
          ))}
        </tbody>
      </Table>
      {versions.length === 0 ? (
        <EmptyState inline title="Nothing is published yet">
          A version is a snapshot of the draft that never changes. Publish one in the editor.
        </EmptyState>
      ) : null}
      <ShowMore list={list} className="p-4">
        Show older versions
      </ShowMore>
    </>
  );
}

type VersionRowProps = { workspace: string; skill: SkillDetail; version: VersionSummary };

function VersionRow({ workspace, skill, version }: VersionRowProps) {
  const { number, note, author, createdAt, digest, size, fileCount, labels, withdrawal } = version;
  return (
    <Row>
      <Cell>
        <Link
          href={versionsPath(workspace, skill.name, number)}
          className="inline-flex min-h-6 items-center font-medium text-ink underline-offset-3 hover:underline"
        >
          v{number}
        </Link>
      </Cell>
      <Cell
        title={
          withdrawal
            ? markHidden(`${note}\nWithdrawn by ${withdrawal.by.name}: ${withdrawal.reason}`)
            : markHidden(note)
        }
      >
        {number === skill.latestVersion ? <Chip className="mr-1.5 align-middle">latest</Chip> : null}
        {labels.map((label) => (
          <Chip key={label} icon={Tag} className="mr-1.5 align-middle">
            <ShownText text={label} />
          </Chip>
        ))}
        {withdrawal ? (
          <span className="mr-1.5">
            <State icon={Ban} tone="warning" className="max-w-full compact:whitespace-normal">
              <span className="truncate compact:whitespace-normal">
                Withdrawn by <ShownText text={withdrawal.by.name} />: <ShownText text={withdrawal.reason} />
              </span>
            </State>
          </span>
        ) : null}
        {note === "" ? (
          withdrawal ? null : (
            <NoValue label="No note" />
          )
        ) : (
          <span className="align-middle">
            <ShownText text={note} />
          </span>
        )}
        <VersionOrigin workspace={workspace} skill={skill.name} version={number} />
      </Cell>
      <Cell label="By" title={author.name}>
        <ShownText text={author.name} />
      </Cell>
      <Cell numeric label="Age">
        <RelativeTime at={createdAt} />
      </Cell>
      <Cell label="Digest">
        <Digest digest={digest} />
      </Cell>
      <Cell numeric label="Size" className="narrow:hidden" title={formatCount(fileCount, "file")}>
        {formatBytes(size)}
      </Cell>
      <Cell corner>
        <VersionMenu workspace={workspace} skill={skill} version={version} />
      </Cell>
    </Row>
  );
}

type ExportMenuProps = { workspace: string; skill: string; version: string; label: string };

/** Downloads it as .zip or .tar.gz. */
export function ExportMenu({ workspace, skill, version, label }: ExportMenuProps) {
  const download = (format: "zip" | "tar.gz") =>
    window.location.assign(skillExportUrl(workspace, skill, { version, format }));
  return (
    <Menu align="end" trigger={<IconButton icon={Download} label={`Export ${label}`} size="icon-small" />}>
      <MenuItem onSelect={() => download("zip")}>
        Export <ShownText text={label} /> as .zip
      </MenuItem>
      <MenuItem onSelect={() => download("tar.gz")}>
        Export <ShownText text={label} /> as .tar.gz
      </MenuItem>
    </Menu>
  );
}
