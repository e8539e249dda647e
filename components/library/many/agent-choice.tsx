"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { agentsQuery } from "@/components/data/agent-queries";
import { policyQuery } from "@/components/data/review-queries";
import { matchesWords } from "@/components/layout/match-words";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { formatCount } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { ShownText } from "@/components/ui/shown-text";
import { client } from "@/lib/api/client";
import type { ActInput } from "./build-acts";

/** With more agents than this one searches for them. */
const listedAtOnce = 6;

type AgentChoiceProps = {
  workspace: string;
  input: ActInput;
  onChange: (change: Partial<ActInput>) => void;
  /** Whether an agent can be made here. */
  mayBeNew: boolean;
};

/** Which agents: some of those that are there, or one that is made with these skills. */
export function AgentChoice({ workspace, input, onChange, mayBeNew }: AgentChoiceProps) {
  const [query, setQuery] = useState("");
  const { data } = useQuery(agentsQuery(client.agents, workspace));
  const agents = data?.items ?? [];
  const shown = agents.filter(({ id, name }) => input.agents.includes(id) || matchesWords(query, name));
  return (
    <div className="grid gap-3">
      {mayBeNew ? (
        <Field
          label="New agent"
          help="Made on the Rehearsal model: rules, not a language model. Leave it empty for none."
        >
          <Input
            size="form"
            autoComplete="off"
            maxLength={60}
            placeholder="On-call assistant"
            value={input.newAgent}
            onChange={({ target }) => onChange({ newAgent: target.value })}
          />
        </Field>
      ) : null}
      {agents.length === 0 ? null : (
        <fieldset className="grid gap-1">
          <legend className="mb-1 font-medium">{mayBeNew ? "Agents that are there" : "Agents"}</legend>
          {agents.length > listedAtOnce ? (
            <Input
              type="search"
              aria-label="Find agents"
              placeholder="Find agents"
              value={query}
              onChange={({ target }) => setQuery(target.value)}
            />
          ) : null}
          <ul className="grid max-h-32 grid-cols-2 gap-x-4 overflow-auto compact:grid-cols-1">
            {shown.map(({ id, name, assignmentCount }) => (
              <li key={id} className="flex min-h-7 min-w-0 items-center gap-2">
                <Checkbox
                  label={<ShownText text={name} />}
                  checked={input.agents.includes(id)}
                  onChange={({ target }) =>
                    onChange({
                      agents: target.checked
                        ? [...input.agents, id]
                        : input.agents.filter((chosen) => chosen !== id),
                    })
                  }
                  className="min-w-0 flex-1"
                />
                <span className="flex-none text-12 text-ink-3">{formatCount(assignmentCount, "skill")}</span>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
    </div>
  );
}

/** What the agents get of each skill. */
export function FollowsChoice({ workspace, input, onChange }: Omit<AgentChoiceProps, "mayBeNew">) {
  const { data: policy } = useQuery(policyQuery(client.reviews, workspace));
  return (
    <Field label="They follow" help="A draft is for the playground only: it is never delivered or exported.">
      <Select
        size="form"
        value={input.follows}
        onChange={({ target }) => onChange({ follows: target.value })}
        className="w-56"
      >
        <option value="latest">latest</option>
        {policy?.protectedLabels.map((label) => (
          <option key={label} value={`label:${label}`}>
            {label}
          </option>
        ))}
        <option value="draft">the draft</option>
      </Select>
    </Field>
  );
}
