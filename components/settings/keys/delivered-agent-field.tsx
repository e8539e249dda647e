"use client";

import { useQuery } from "@tanstack/react-query";
import { agentsQuery } from "@/components/data/agent-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { client } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";

type DeliveredAgentFieldProps = { agent: string; setAgent: (agent: string) => void };

/** Which agent's skills a key to deliver fetches, by the agent's address. */
export function DeliveredAgentField({ agent, setAgent }: DeliveredAgentFieldProps) {
  const { slug } = useWorkspace();
  const { data, error } = useQuery(agentsQuery(client.agents, slug));
  const help =
    data?.items.length === 0
      ? "There is no agent yet: create one first."
      : "The key reaches this agent’s skills and nothing else. Give each machine one of its own.";
  return (
    <Field label="Agent" help={help} error={error?.message}>
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
