"use client";

import { Plus } from "lucide-react";
import Link from "next/link";
import { useWorkspace } from "@/components/layout/current-workspace";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { EventLine } from "@/components/ui/event-line";
import type { AgentSummary } from "@/lib/agents/schema";
import { messageWords } from "./message-words";
import { newConversationPath } from "./playground-paths";
import { WordList } from "./words";

/** No conversation yet: what one shows, and messages to begin with. */
export function FirstConversation({ agent }: { agent: AgentSummary | undefined }) {
  const { slug: workspace } = useWorkspace();
  const begin = newConversationPath(workspace, agent ? { agent: agent.slug } : {});
  return (
    <EmptyState
      title="No conversation yet"
      action={
        <ButtonLink href={begin} variant="primary" size="large" icon={Plus} shortcut="C">
          New conversation
        </ButtonLink>
      }
      example={<Example />}
    >
      <p>
        Talk to an agent and watch what it is told: the catalogue, each skill it activates, each file it
        reads, and what it is refused. The same runtime serves what you ship.
      </p>
      {agent && agent.suggestedMessages.length > 0 ? (
        <section aria-label={`Suggested messages for ${agent.name}`} className="mt-5">
          <h3 className="mb-1 font-normal text-12 text-ink-3">Begin with one of these, to {agent.name}</h3>
          <ul className="border-line border-t text-13">
            {agent.suggestedMessages.map((message) => (
              <li key={message} className="border-line border-b">
                <Link
                  href={`${begin}&message=${encodeURIComponent(message)}`}
                  className="block px-1 py-2 text-ink hover:bg-hover"
                >
                  <WordList words={messageWords(message)} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </EmptyState>
  );
}

function Example() {
  return (
    <section aria-label="Example" className="rounded-2 border border-line p-2">
      <EventLine kind="catalogue" word="Catalogue injected" effect="259 tokens">
        3 skills, nothing omitted
      </EventLine>
      <EventLine kind="activated" word="Activated" effect="+642 tokens">
        <code>release-notes</code> v1, chosen by the model
      </EventLine>
      <EventLine kind="resource" word="Read" effect="+211 tokens">
        <code>references/tone.md</code> of <code>release-notes</code>
      </EventLine>
      <EventLine kind="already" word="Already active" effect="642 tokens saved">
        <code>release-notes</code> since turn 1: nothing injected
      </EventLine>
      <EventLine kind="refused" word="Refused" effect="error returned">
        <code>../../finance/prices.yaml</code>: outside the package
      </EventLine>
    </section>
  );
}
