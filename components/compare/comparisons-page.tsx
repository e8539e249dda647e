"use client";

import { useQuery } from "@tanstack/react-query";
import { Columns2, Lock, Users } from "lucide-react";
import Link from "next/link";
import { comparisonsQuery } from "@/components/data/comparison-queries";
import { comparePath, comparisonPath, playgroundPath } from "@/components/data/playground-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { NotLoaded } from "@/components/ui/not-loaded";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import { Cell, HeaderCell, Row, Table } from "@/components/ui/table";
import { client } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { columnsWords } from "./columns-words";
import { ComparisonMenu } from "./comparison-menu";

/** Every comparison that one may see, the last used first. */
export function ComparisonsPage() {
  const { slug: workspace } = useWorkspace();
  const list = useQuery(comparisonsQuery(client.comparisons, workspace));
  const items = list.data?.items ?? [];
  const begin = (
    <ButtonLink href={comparePath(workspace)} variant="primary" icon={Columns2}>
      New comparison
    </ButtonLink>
  );
  const isBare = list.isSuccess && items.length === 0;
  return (
    <Page
      top={
        <TopLine
          title="Comparisons"
          crumbs={[{ label: "Playground", href: playgroundPath(workspace) }]}
          primary={isBare ? null : begin}
        />
      }
      scroll
    >
      {list.isSuccess ? null : (
        <NotLoaded query={list} loading="Loading comparisons" failed="The comparisons could not be read" />
      )}
      {isBare ? (
        <EmptyState title="Nothing has been compared yet" action={begin}>
          One message to two columns: a draft against what is published, one model against another, or an
          agent with and without a skill.
        </EmptyState>
      ) : null}
      {items.length > 0 ? (
        <div className="relative compact:overflow-x-auto">
          <Table caption="Comparisons, the last used first">
            <thead>
              <tr>
                <HeaderCell>Title</HeaderCell>
                <HeaderCell width={360} className="compact:hidden">
                  Columns
                </HeaderCell>
                <HeaderCell width={120} className="compact:hidden">
                  State
                </HeaderCell>
                <HeaderCell width={84} numeric>
                  Used
                </HeaderCell>
                <HeaderCell width={56} spoken="Actions" />
              </tr>
            </thead>
            <tbody>
              {items.map((comparison) => (
                <Row key={comparison.id}>
                  <Cell title={markHidden(comparison.title)}>
                    <Link
                      href={comparisonPath(workspace, comparison.id)}
                      className="font-medium text-ink hover:underline"
                    >
                      <ShownText text={comparison.title} />
                    </Link>
                  </Cell>
                  <Cell title={markHidden(columnsWords(comparison.columns))} className="compact:hidden">
                    <ShownText text={columnsWords(comparison.columns)} />
                  </Cell>
                  <Cell className="compact:hidden">
                    <State icon={comparison.shared ? Users : Lock}>
                      {comparison.shared ? "Shared" : "Private"}
                    </State>
                  </Cell>
                  <Cell numeric>
                    <RelativeTime at={comparison.updatedAt} />
                  </Cell>
                  <Cell className="overflow-visible text-right">
                    <ComparisonMenu comparison={comparison} />
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </div>
      ) : null}
    </Page>
  );
}
