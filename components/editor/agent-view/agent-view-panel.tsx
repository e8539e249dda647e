"use client";

import { useState } from "react";
import { DialectSelect } from "@/components/library/dialogs/dialect-select";
import { Dialog } from "@/components/ui/dialog";
import { formatChange, formatCount, formatTokens } from "@/components/ui/format";
import { Section } from "@/components/ui/section";
import { ShownText } from "@/components/ui/shown-text";
import { Skeleton } from "@/components/ui/skeleton";
import { TextButton } from "@/components/ui/text-link";
import type { DialectId } from "@/lib/dialects/dialect-heads";
import type { LevelTokens } from "@/lib/library/package-schema";
import { useEditor, useEditorState } from "../editor-context";
import type { CheckResult } from "../problems/check-draft";
import { isDirty } from "../saving/draft-state";
import { sameTokens, shownTokens } from "../status-line";
import { AgentViewColumns, dialectIds, firstCompared } from "./agent-view-columns";
import { AgentViewLevels } from "./agent-view-levels";
import { calibrateView } from "./calibrate-view";

type AgentViewPanelProps = { published: LevelTokens | null };

/** The three levels of disclosure in one dialect, as the runtime renders them while it is typed. */
export function AgentViewPanel({ published }: AgentViewPanelProps) {
  const { session } = useEditor();
  const check = useEditorState((state) => state.check);
  const tokens = useEditorState(shownTokens, sameTokens);
  const dirty = useEditorState((state) => isDirty(state.draft));
  const [dialect, setDialect] = useState<DialectId>("standard");
  const [compared, setCompared] = useState<readonly DialectId[] | null>(null);
  const choose = (id: DialectId) => {
    setDialect(id);
    session.update({ dialects: [id] });
  };
  const compare = (ids: readonly DialectId[] | null) => {
    setCompared(ids);
    session.update({ dialects: ids ?? [dialect] });
  };
  const changeOf = (level: keyof LevelTokens) => {
    const change = published && !dirty ? tokens[level] - published[level] : 0;
    return change === 0 ? "" : `, ${formatChange(change)}`;
  };
  const views = (check?.views ?? []).map((each) => calibrateView(each, tokens, check?.tokens ?? tokens));
  const view = views.find((each) => each.dialect === dialect) ?? null;
  return (
    <>
      <div className="flex min-h-bar flex-wrap items-center gap-2 border-line border-b px-4 py-1.5">
        <DialectSelect value={dialect} onChoose={choose} />
        <TextButton className="ml-auto" onClick={() => compare(withFirst(dialect))}>
          Side by side
        </TextButton>
      </div>
      {view === null ? (
        <div className="grid gap-3 p-4" aria-busy="true">
          <Skeleton className="w-40" />
          <Skeleton className="h-32" />
          <Skeleton className="h-48" />
        </div>
      ) : (
        <AgentViewLevels
          view={view}
          changes={{ metadata: changeOf("metadata"), instructions: changeOf("instructions") }}
        />
      )}
      {check ? <OnlyWhenRead resources={check.resourceTokens} tokens={tokens.resources} /> : null}
      <Dialog
        open={compared !== null}
        onOpenChange={() => compare(null)}
        size="wide"
        title="As other hosts show it"
        description="Rendered by the runtime from the draft as it is typed. Token counts are estimates."
      >
        <div className="-m-4 flex min-h-0 flex-col">
          <AgentViewColumns chosen={compared ?? []} onChoose={compare} views={views} />
        </div>
      </Dialog>
    </>
  );
}

/** The first few, with the one that is being looked at. */
const withFirst = (id: DialectId): readonly DialectId[] =>
  dialectIds.filter((each) => each === id || firstCompared.includes(each));

function OnlyWhenRead({ resources, tokens }: { resources: CheckResult["resourceTokens"]; tokens: number }) {
  const largest = resources.toSorted((left, right) => right.tokens - left.tokens)[0];
  return (
    <Section
      title="Only when read"
      end={`${formatCount(resources.length, "text file")}, ${formatTokens(tokens)}`}
      className="border-t border-b-0"
    >
      <p className="text-ink-3">
        {largest ? (
          <>
            Never inlined. Largest:{" "}
            <code>
              <ShownText text={largest.path} />
            </code>
            , {formatTokens(largest.tokens)}.
          </>
        ) : (
          "The package has no other text files."
        )}
      </p>
    </Section>
  );
}
