"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { catalogueQuery } from "@/components/data/agent-queries";
import { DialectNote } from "@/components/library/dialogs/dialect-note";
import { DialectSelect } from "@/components/library/dialogs/dialect-select";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { formatCount, formatTokens } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { ShownText } from "@/components/ui/shown-text";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toaster";
import { withMode } from "@/lib/agents/agent-options";
import type { AgentCatalogue } from "@/lib/agents/catalogue-schema";
import type { Agent } from "@/lib/agents/schema";
import { client } from "@/lib/api/client";
import { asksRouter } from "@/lib/runtime/mode-steps";
import { catalogueTextTitle } from "./agent-words";
import { CatalogueBudget } from "./catalogue-budget";
import { useEditAgent } from "./use-edit-agent";

/** Every host's own texts and rules: they come after what the page is for. */
const HostBudgets = dynamic(() => import("./host-budgets").then((module) => module.HostBudgets), {
  ssr: false,
});

const WordingNote = dynamic(
  () => import("@/components/library/dialogs/wording-note").then((module) => module.WordingNote),
  { ssr: false },
);

type CataloguePaneProps = { workspace: string; agent: Agent };

/** What the agent is told about its skills: the budget, a smaller one tried out, and the exact text. */
export function CataloguePane({ workspace, agent }: CataloguePaneProps) {
  const { data, error } = useQuery(catalogueQuery(client.agents, workspace, agent.slug));
  return (
    <aside
      id="told"
      aria-label="What the agent is told"
      className="min-h-0 min-w-0 overflow-auto border-line border-l compact:overflow-visible compact:border-t compact:border-l-0"
    >
      <div className="flex min-h-bar flex-wrap items-center gap-2 border-line border-b px-4 py-1.5">
        <h2 className="flex-1 whitespace-nowrap">What the agent is told</h2>
        <span className="flex min-w-0 items-center gap-2">
          <DialectChoice workspace={workspace} agent={agent} />
        </span>
      </div>
      <div className="px-4 py-1.5 empty:hidden">
        <DialectNote dialect={agent.dialect} />
        {agent.dialect === "standard" ? null : <WordingNote dialect={agent.dialect} />}
      </div>
      {data === undefined ? (
        <NotLoaded error={error} />
      ) : (
        <>
          <CatalogueBudget workspace={workspace} agent={agent} catalogue={data} />
          <HostBudgets agent={agent} />
          <CatalogueText catalogue={data} />
          {data.tools.length === 0 ? null : <OfferedTools catalogue={data} />}
        </>
      )}
    </aside>
  );
}

function CatalogueText({ catalogue }: { catalogue: AgentCatalogue }) {
  const { mode, text, tools, tokens, characters } = catalogue;
  return (
    <Section
      title={catalogueTextTitle(mode)}
      className={tools.length === 0 ? "border-b-0" : undefined}
      end={
        text === "" ? null : (
          <>
            <span>
              {formatTokens(tokens)}
              <span className="narrow:hidden">, {formatCount(characters, "character")}</span>
            </span>
            <CopyButton text={text} label="Copy the catalogue text" />
          </>
        )
      }
    >
      {text === "" ? (
        <p className="text-ink-3">
          {tools.length === 0
            ? "No skill is on. The agent is told of none: there is no catalogue and there are no skill tools."
            : "This host tells of skills in its tools alone; the prompt has no text about them."}
        </p>
      ) : (
        <>
          {asksRouter(mode) ? (
            <p className="mb-2 text-ink-2">
              A run is told only of the skills that the router chooses for its message, in these words.
            </p>
          ) : null}
          <CodeBlock text={text} label="the catalogue text" copy={false}>
            <MarkedUp text={text} />
          </CodeBlock>
        </>
      )}
    </Section>
  );
}

function OfferedTools({ catalogue: { tools, toolTokens } }: { catalogue: AgentCatalogue }) {
  return (
    <Section
      title={`Skill tools (${tools.length})`}
      className="border-b-0"
      end={<span>{formatTokens(toolTokens)}</span>}
    >
      <ul className="grid gap-1.5">
        {tools.map(({ name, description }) => (
          <li key={name}>
            <code>
              <ShownText text={name} />
            </code>{" "}
            <span className="text-ink-3">
              <ShownText text={description} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Tags step back, words come forward. The text itself is not changed by a letter. */
function MarkedUp({ text }: { text: string }) {
  return text.split(/(<[^<>]*>)/).map((part, index) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other identity than their place
      key={index}
      className={index % 2 === 1 ? "text-sx-dim" : "text-ink"}
    >
      <ShownText text={part} />
    </span>
  ));
}

function NotLoaded({ error }: { error: Error | null }) {
  if (error !== null)
    return (
      <Notice tone="error" title="The catalogue could not be read" className="m-4">
        <ShownText text={error.message} />
      </Notice>
    );
  return (
    <div aria-busy="true" className="grid gap-3 p-4">
      <Skeleton className="w-1/2" />
      <Skeleton className="h-2" />
      <Skeleton className="h-64" />
    </div>
  );
}

function DialectChoice({ workspace, agent }: CataloguePaneProps) {
  const edit = useEditAgent(workspace, agent);
  return (
    <DialectSelect
      value={agent.dialect}
      onChoose={(dialect) =>
        // A dialect without the agent's mode brings its own with it.
        edit.mutate(withMode(dialect, agent), { onError: (error) => toast.error(error.message) })
      }
    />
  );
}
