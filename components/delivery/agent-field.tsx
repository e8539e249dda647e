"use client";

import { useQuery } from "@tanstack/react-query";
import { agentsQuery } from "@/components/data/agent-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { client } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";

type AgentFieldProps = { agent: string; setAgent: (agent: string) => void; help: string };

/** Which agent's skills are delivered, by the agent's address; empty until one is chosen. */
export function AgentField({ agent, setAgent, help }: AgentFieldProps) {
  const { slug: workspace } = useWorkspace();
  const { data, error } = useQuery(agentsQuery(client.agents, workspace));
  return (
    <Field
      label="Agent"
      help={data?.items.length === 0 ? "There is no agent yet: create one first." : help}
      error={error?.message}
    >
      <Select size="form" value={agent} onChange={({ target }) => setAgent(target.value)}>
        <option value="">Choose an agent</option>
        {data?.items.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {markHidden(name)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
