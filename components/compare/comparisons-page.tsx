"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Columns2, Lock, Users } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useRef } from "react";
import { comparisonsQuery } from "@/components/data/comparison-queries";
import { comparePath, comparisonPath, playgroundPath } from "@/components/data/playground-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useShortcut } from "@/components/layout/keyboard";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { useWalkKeys } from "@/components/layout/use-walk-keys";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { NotLoaded } from "@/components/ui/not-loaded";
import { itemsOf } from "@/components/ui/paged-query";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShowMore } from "@/components/ui/show-more";
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
  const router = useRouter();
  const list = useInfiniteQuery(comparisonsQuery(client.comparisons, workspace));
  const items = itemsOf(list);
  const body = useRef<HTMLTableSectionElement>(null);
  useWalkKeys(body, "[data-comparison-link]", "comparison");
  useShortcut("c", "New comparison", () => router.push(comparePath(workspace)));
  const begin = (
    <ButtonLink href={comparePath(workspace)} variant="primary" icon={Columns2} shortcut="C">
      New comparison
    </ButtonLink>
  );
  const isBare = list.isSuccess && items.length === 0 && !list.hasNextPage;
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
        <div className="relative">
          <Table caption="Comparisons, the last used first" stacked="edges">
            <thead>
              <tr>
                <HeaderCell>Title</HeaderCell>
                <HeaderCell width={360}>Columns</HeaderCell>
                <HeaderCell width={120}>State</HeaderCell>
                <HeaderCell width={84} numeric>
                  Used
                </HeaderCell>
                <HeaderCell width={56} spoken="Actions" />
              </tr>
            </thead>
            <tbody ref={body}>
              {items.map((comparison) => (
                <Row key={comparison.id}>
                  <Cell title={markHidden(comparison.title)}>
                    <Link
                      href={comparisonPath(workspace, comparison.id)}
                      data-comparison-link=""
                      className="inline-flex min-h-6 max-w-full items-center align-middle font-medium text-ink underline-offset-3 hover:underline"
                    >
                      <span className="truncate compact:whitespace-normal">
                        <ShownText text={comparison.title} />
                      </span>
                    </Link>
                  </Cell>
                  <Cell title={markHidden(columnsWords(comparison.columns))}>
                    <ShownText text={columnsWords(comparison.columns)} />
                  </Cell>
                  <Cell label="State">
                    <State icon={comparison.shared ? Users : Lock}>
                      {comparison.shared ? "Shared" : "Private"}
                    </State>
                  </Cell>
                  <Cell numeric label="Used">
                    <RelativeTime at={comparison.updatedAt} />
                  </Cell>
                  <Cell corner className="overflow-visible text-right">
                    <ComparisonMenu comparison={comparison} />
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </div>
      ) : null}
      <ShowMore list={list} />
    </Page>
  );
}
