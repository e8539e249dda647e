"use client";

import { useQuery } from "@tanstack/react-query";
import { DialectOptions, ModelOptions, ModeOptions } from "@/components/agents/override-options";
import { agentQuery } from "@/components/data/agent-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { ShownText } from "@/components/ui/shown-text";
import { client } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { SkillDetail } from "@/lib/library/skill-schema";
import {
  type ColumnChoice,
  columnModes,
  dialectTitle,
  type SkillStanding,
  withDialect,
} from "./column-choice";

type ColumnFormProps = {
  title: string;
  agents: readonly { slug: string; name: string }[];
  /** The skill the comparison is about; null when it is about none. */
  skill: SkillDetail | null;
  value: ColumnChoice;
  onChange: (value: ColumnChoice) => void;
};

/** One side: an agent, and what is different about it. What is left alone stays as the agent has it. */
export function ColumnForm({ title, agents, skill, value, onChange }: ColumnFormProps) {
  const { slug: workspace } = useWorkspace();
  const { data: agent } = useQuery({
    ...agentQuery(client.agents, workspace, value.agent),
    enabled: value.agent !== "",
  });
  const agentDialect = agent?.dialect ?? "standard";
  const modes = columnModes(value.dialect, agentDialect);
  return (
    <fieldset className="grid min-w-0 content-start gap-3">
      <legend className="mb-2 font-semibold">
        <ShownText text={title} />
      </legend>
      <Field label="Agent">
        <Select value={value.agent} onChange={({ target }) => onChange({ ...value, agent: target.value })}>
          {agents.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {markHidden(name)}
            </option>
          ))}
        </Select>
      </Field>
      {skill ? (
        <Field
          label={
            <code>
              <ShownText text={skill.name} />
            </code>
          }
        >
          <Select
            value={value.standing}
            onChange={({ target }) => {
              const chosen = standingsOf(skill).find(({ standing }) => standing === target.value);
              if (chosen) onChange({ ...value, standing: chosen.standing });
            }}
          >
            {standingsOf(skill).map(({ standing, text }) => (
              <option key={standing} value={standing}>
                {markHidden(text)}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <Field label="Dialect">
        <Select
          value={value.dialect}
          onChange={({ target }) => onChange(withDialect(value, target.value, agentDialect))}
        >
          <DialectOptions own={dialectTitle(agentDialect)} />
        </Select>
      </Field>
      <Field label="Mode">
        <Select value={value.mode} onChange={({ target }) => onChange({ ...value, mode: target.value })}>
          <ModeOptions modes={modes} own={value.dialect === "" ? (agent?.mode ?? "…") : null} />
        </Select>
      </Field>
      <Field label="Model">
        <Select value={value.model} onChange={({ target }) => onChange({ ...value, model: target.value })}>
          <ModelOptions />
        </Select>
      </Field>
    </fieldset>
  );
}

/** Everything that a skill can be in a column, the newest version first. */
function standingsOf(skill: SkillDetail): { standing: SkillStanding; text: string }[] {
  return [
    { standing: "assigned", text: "as assigned to the agent" },
    { standing: "draft", text: `draft r${skill.draft.revision}` },
    ...(skill.versions.length > 0 ? [{ standing: "latest" as const, text: "the latest version" }] : []),
    ...skill.versions.map(({ number }) => ({ standing: `version:${number}` as const, text: `v${number}` })),
    ...skill.versions.flatMap(({ labels, number }) =>
      labels.map((label) => ({ standing: `label:${label}` as const, text: `${label} (v${number})` })),
    ),
    { standing: "none", text: "without this skill" },
  ];
}
