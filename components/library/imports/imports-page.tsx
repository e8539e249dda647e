"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, CircleSlash, CircleX, LoaderCircle, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { importsQuery } from "@/components/data/library-queries";
import { importPath, skillsPath } from "@/components/data/skill-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount, formatNumber } from "@/components/ui/format";
import type { LucideIcon } from "@/components/ui/icon";
import { NotLoaded } from "@/components/ui/not-loaded";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import { Cell, HeaderCell, Row, Table } from "@/components/ui/table";
import { client } from "@/lib/api/client";
import type { ImportSummary } from "@/lib/imports/import-schema";
import { ImportDrop } from "./import-drop";
import { ImportMenu } from "./import-menu";

/** Recent imports: what is still to be decided, what went in, what did not. Takes drops like the library does. */
export function ImportsPage() {
  const { slug } = useWorkspace();
  const list = useQuery(importsQuery(client.library, slug));
  const { data } = list;
  return (
    <ImportDrop workspace={slug}>
      <Page
        top={
          <TopLine
            crumbs={[{ label: "Skills", href: skillsPath(slug) }]}
            title="Imports"
            actions={<ImportMenu workspace={slug} />}
          />
        }
        scroll
      >
        {data === undefined ? (
          <NotLoaded query={list} loading="Loading" failed="The imports could not be loaded" />
        ) : data.items.length === 0 ? (
          <EmptyState inline title="Nothing was imported yet">
            Drop a folder, or .zip, .skill or .tar.gz files, anywhere on this page.
          </EmptyState>
        ) : (
          <ImportTable workspace={slug} imports={data.items} />
        )}
      </Page>
    </ImportDrop>
  );
}

const states = {
  reading: { icon: LoaderCircle, word: "Reading", tone: "neutral" },
  ready: { icon: CircleDashed, word: "To be decided", tone: "neutral" },
  storing: { icon: LoaderCircle, word: "Storing", tone: "neutral" },
  done: { icon: CircleCheck, word: "Done", tone: "neutral" },
  cancelled: { icon: CircleSlash, word: "Stopped", tone: "neutral" },
  failed: { icon: CircleX, word: "Failed", tone: "error" },
  interrupted: { icon: TriangleAlert, word: "Interrupted", tone: "warning" },
} as const satisfies Record<
  ImportSummary["state"],
  { icon: LucideIcon; word: string; tone: "neutral" | "warning" | "error" }
>;

type ImportRow = Pick<ImportSummary, "id" | "state" | "report" | "createdAt" | "createdBy"> & {
  sources: readonly { fileName: string }[];
};

function ImportTable({ workspace, imports }: { workspace: string; imports: readonly ImportRow[] }) {
  return (
    <div className="relative overflow-x-auto">
      <Table caption="Imports, newest first" stacked="edges" className="min-w-[760px]">
        <thead>
          <tr>
            <HeaderCell>What</HeaderCell>
            <HeaderCell width={136}>State</HeaderCell>
            <HeaderCell width={72} numeric>
              Stored
            </HeaderCell>
            <HeaderCell width={80} numeric>
              Left out
            </HeaderCell>
            <HeaderCell width={112} numeric>
              Not stored
            </HeaderCell>
            <HeaderCell width={160}>By</HeaderCell>
            <HeaderCell width={88} numeric>
              When
            </HeaderCell>
          </tr>
        </thead>
        <tbody>
          {imports.map(({ id, state, sources, report, createdAt, createdBy }) => (
            <Row key={id} className="relative">
              <Cell>
                <Link
                  href={importPath(workspace, id)}
                  prefetch={false}
                  className="font-mono text-12 text-ink after:absolute after:inset-0"
                >
                  <ShownText text={sources[0]?.fileName ?? "Nothing"} />
                  {sources.length > 1 ? ` and ${formatCount(sources.length - 1, "more source")}` : null}
                </Link>
              </Cell>
              <Cell label="State">
                <State icon={states[state].icon} tone={states[state].tone}>
                  {states[state].word}
                </State>
              </Cell>
              <Cell numeric label="Stored">
                {formatNumber(report.stored)}
              </Cell>
              <Cell numeric label="Left out">
                {formatNumber(report.skipped)}
              </Cell>
              <Cell numeric label="Not stored">
                {formatNumber(report.failed + report.refused)}
              </Cell>
              <Cell label="By">
                <ShownText text={createdBy.name} />
              </Cell>
              <Cell numeric label="When">
                <RelativeTime at={createdAt} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
