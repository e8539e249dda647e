"use client";

import { Plus } from "lucide-react";
import Link from "next/link";
import { newConversationPath } from "@/components/data/playground-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { ExampleEvents } from "@/components/layout/example-events";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ShownText } from "@/components/ui/shown-text";
import type { AgentSummary } from "@/lib/agents/schema";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { messageWords } from "../transcript/message-words";
import { WordList } from "../transcript/word-list";

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
        <section aria-label={markHidden(`Suggested messages for ${agent.name}`)} className="mt-5">
          <h3 className="mb-1 font-normal text-12 text-ink-3">
            Begin with one of these, to <ShownText text={agent.name} />
          </h3>
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
      <ExampleEvents />
    </section>
  );
}
