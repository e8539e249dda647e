"use client";

import type { ReactNode } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { formatChange, formatCount, formatTokens } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import type { LevelTokens } from "@/lib/library/schema";
import { isDirty } from "./draft-state";
import { useEditorState } from "./editor-context";
import { sameTokens, shownTokens } from "./status-line";

type AgentViewPanelProps = { published: LevelTokens | null };

/** The three levels of disclosure, as the runtime renders them while it is typed. */
export function AgentViewPanel({ published }: AgentViewPanelProps) {
  const check = useEditorState((state) => state.check);
  const tokens = useEditorState(shownTokens, sameTokens);
  const dirty = useEditorState((state) => isDirty(state.draft));
  const since = dirty ? null : published;
  const weigh = (level: keyof LevelTokens) => {
    const change = since ? tokens[level] - since[level] : 0;
    return `${formatTokens(tokens[level])}${change === 0 ? "" : `, ${formatChange(change)}`}`;
  };
  if (check === null)
    return (
      <div className="grid gap-3 p-4" aria-busy="true">
        <Skeleton className="w-40" />
        <Skeleton className="h-32" />
        <Skeleton className="h-48" />
      </div>
    );
  const { view, resourceTokens } = check;
  const largest = resourceTokens.toSorted((left, right) => right.tokens - left.tokens)[0];
  return (
    <>
      <p className="flex min-h-bar items-center border-line border-b px-4 text-ink-3">
        Standard dialect. Token counts are estimates.
      </p>
      <Section title="Always in context" end={weigh("metadata")}>
        <CodeBlock text={view.entry} label="the catalogue entry">
          <TaggedText text={view.entry} />
        </CodeBlock>
      </Section>
      <Section title="On activation" end={view.activation ? weigh("instructions") : undefined}>
        {view.activation ? (
          <>
            <BodyFlags {...view.activation} />
            <CodeBlock
              text={view.activation.text}
              label="the activation text"
              className="max-h-[36vh] compact:max-h-none"
            >
              <TaggedText text={view.activation.text} />
            </CodeBlock>
          </>
        ) : (
          <Notice tone="warning" title="No host could load it.">
            {view.refusal}
          </Notice>
        )}
      </Section>
      <Section
        title="Only when read"
        end={`${formatCount(resourceTokens.length, "text file")}, ${weigh("resources")}`}
        className="border-b-0"
      >
        <p className="text-ink-3">
          {largest ? (
            <>
              Listed above, never inlined. Largest: <code>{largest.path}</code>,{" "}
              {formatTokens(largest.tokens)}.
            </>
          ) : (
            "The package has no other text files."
          )}
        </p>
      </Section>
    </>
  );
}

function BodyFlags({ commandsNotRun, tagsNeutralised }: { commandsNotRun: number; tagsNeutralised: number }) {
  if (commandsNotRun + tagsNeutralised === 0) return null;
  return (
    <Notice tone="warning" className="mb-2">
      {commandsNotRun === 0
        ? null
        : `${formatCount(commandsNotRun, "command")} in backticks after "!" is shown literally and never run. `}
      {tagsNeutralised === 0 ? null : "A closing tag of the wrapper inside the text was neutralised."}
    </Notice>
  );
}

/** The same text, its tags dimmed: what the author wrote stands out. */
function TaggedText({ text }: { text: string }): ReactNode {
  return text.split(/(<\/?[a-z_]+(?: name="[^"]*")?>)/g).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text in order
      <span key={index} className="text-sx-dim">
        {part}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text in order
      <span key={index} className="text-ink">
        {part}
      </span>
    ),
  );
}
