import { agentRevisionsPath } from "@/components/data/agent-paths";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";
import type { Agent } from "@/lib/agents/schema";

type AgentRevisionsProps = { workspace: string; agent: Agent };

/** "Revision 12, Ines Kovač, 2 d ago", which leads to all changes. */
export function AgentRevisions({ workspace, agent }: AgentRevisionsProps) {
  return (
    <TextLink
      href={agentRevisionsPath(workspace, agent.slug)}
      className="text-ink-3 no-underline hover:underline"
    >
      Revision {agent.revision}
      <span className="narrow:hidden">
        , <ShownText text={agent.updatedBy.name} />, <RelativeTime at={agent.updatedAt} ago />
      </span>
    </TextLink>
  );
}
