"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useId, useState } from "react";
import { formatCount, formatTokens } from "@/components/ui/format";
import { Select } from "@/components/ui/select";
import { ShownText } from "@/components/ui/shown-text";
import { TextButton } from "@/components/ui/text-link";
import { toast } from "@/components/ui/toaster";
import type { Agent } from "@/lib/agents/schema";
import { modesOf } from "@/lib/dialects/dialect-heads";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { asksRouter } from "@/lib/runtime/mode-steps";
import { modeName } from "./agent-words";
import { ModelChoice } from "./model-choice";
import { useAgentBlocked } from "./use-agent-blocked";
import { useEditAgent } from "./use-edit-agent";

const InstructionsDialog = dynamic(
  () => import("./instructions-dialog").then((module) => module.InstructionsDialog),
  { ssr: false },
);

type AgentFactsProps = { workspace: string; agent: Agent };

/** What the agent is set to, one line; the selects change it at once, and are words for whoever may not. */
export function AgentFacts({ workspace, agent }: AgentFactsProps) {
  const [isEditing, setIsEditing] = useState(false);
  const readOnly = useAgentBlocked(agent) !== undefined;
  const edit = useEditAgent(workspace, agent);
  const change = (changes: Parameters<typeof edit.mutate>[0]) =>
    edit.mutate(changes, { onError: (error) => toast.error(error.message) });
  const modes = modesOf(agent.dialect);
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2 border-line border-b px-4 py-3">
      <Fact label="Model">
        {(id) =>
          readOnly ? (
            <ShownText text={agent.modelName} />
          ) : (
            <ModelChoice
              id={id}
              workspace={workspace}
              value={agent.model}
              onChoose={(model) => model !== null && change({ model })}
            />
          )
        }
      </Fact>
      <Fact label="Catalogue mode">
        {(id) =>
          readOnly ? (
            modeName(agent.mode)
          ) : (
            <Choice
              id={id}
              value={agent.mode}
              options={modes}
              name={modeName}
              onChoose={(mode) => change({ mode })}
            />
          )
        }
      </Fact>
      {asksRouter(agent.mode) && !readOnly ? (
        <Fact label="Router model">
          {(id) => (
            <ModelChoice
              id={id}
              workspace={workspace}
              value={agent.routerModel}
              none="The agent's own"
              onChoose={(routerModel) => change({ routerModel })}
            />
          )}
        </Fact>
      ) : null}
      <Fact label="Instructions">
        {() => (
          <>
            {agent.instructionTokens === 0 ? "None" : formatTokens(agent.instructionTokens)}{" "}
            {readOnly ? null : (
              <TextButton aria-label="Edit instructions and messages" onClick={() => setIsEditing(true)}>
                Edit
              </TextButton>
            )}
          </>
        )}
      </Fact>
      <Fact label="Suggested messages">
        {() =>
          agent.suggestedMessages.length === 0
            ? "None"
            : formatCount(agent.suggestedMessages.length, "message")
        }
      </Fact>
      {isEditing ? (
        <InstructionsDialog workspace={workspace} agent={agent} close={() => setIsEditing(false)} />
      ) : null}
    </div>
  );
}

function Fact({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="grid gap-0.5">
      <label htmlFor={id} className="text-12 text-ink-3">
        <ShownText text={label} />
      </label>
      <div className="flex h-ctl items-center gap-1.5">{children(id)}</div>
    </div>
  );
}

type ChoiceProps<Value extends string> = {
  id: string;
  value: string;
  options: readonly Value[];
  name: (value: string) => string;
  onChoose: (value: Value) => void;
};

function Choice<Value extends string>({ id, value, options, name, onChoose }: ChoiceProps<Value>) {
  const isKnown = options.some((option) => option === value);
  return (
    <Select
      id={id}
      value={value}
      onChange={(event) => {
        const chosen = options.find((option) => option === event.target.value);
        if (chosen !== undefined) onChoose(chosen);
      }}
    >
      {isKnown ? null : <option value={value}>{markHidden(name(value))}</option>}
      {options.map((option) => (
        <option key={option} value={option}>
          {markHidden(name(option))}
        </option>
      ))}
    </Select>
  );
}
