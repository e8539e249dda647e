"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Columns2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { agentsQuery } from "@/components/data/agent-queries";
import { comparisonKeys } from "@/components/data/comparison-queries";
import { skillSearchQuery } from "@/components/data/library-queries";
import {
  comparisonPath,
  comparisonsPath,
  messageInFragment,
  playgroundPath,
} from "@/components/data/playground-paths";
import { skillQuery } from "@/components/data/skill-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useShortcut } from "@/components/layout/keyboard";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { ShownText } from "@/components/ui/shown-text";
import { client, unwrap } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { whyNotSent } from "@/lib/sessions/why-not-sent";
import { type ColumnChoice, differencesOf, type SkillStanding, toColumn } from "./column-choice";
import { ColumnForm } from "./column-form";

type NewComparisonPageProps = {
  /** From the address: where to begin. */
  agent: string;
  skill: string;
  message: string;
  /** With the skill on the left, without it on the right; otherwise what is assigned against the draft. */
  without: boolean;
};

/** As many as the API gives at once; a longer list is chosen from on the skill's own page. */
const mostSkillsOffered = 200;

const begin = (agent: string, standing: SkillStanding): ColumnChoice => ({
  agent,
  standing,
  dialect: "",
  mode: "",
  model: "",
});

/** Two columns, one message: choose in what they differ, then send. */
export function NewComparisonPage(props: NewComparisonPageProps) {
  const { slug: workspace } = useWorkspace();
  const [message, setMessage] = useMessage(props.message);
  const { skillName, chooseSkill, left, setLeft, right, setRight } = useColumns(props);
  const { data: agents } = useQuery(agentsQuery(client.agents, workspace));
  const { data: skill } = useQuery({
    ...skillQuery(client.library, workspace, skillName),
    enabled: skillName !== "",
  });
  const first = agents?.items[0]?.slug ?? "";
  const filled = (column: ColumnChoice) => (column.agent === "" ? { ...column, agent: first } : column);
  const [one, other] = [filled(left), filled(right)];
  const differences = differencesOf(one, other, skillName);
  const compare = useCompare(workspace);
  const reason = whyNotSent(message) ?? whyNotCompared(one.agent, differences);
  const send = () => {
    if (reason === undefined && !compare.isPending)
      compare.mutate({
        message: message.trim(),
        columns: [toColumn(one, skillName), toColumn(other, skillName)],
      });
  };
  useShortcut("mod+enter", "Compare", send, { inInputs: true });
  return (
    <Page
      scroll
      top={
        <NewComparisonTop
          workspace={workspace}
          pending={compare.isPending || compare.isSuccess}
          blockedReason={reason}
          onCompare={send}
        />
      }
    >
      <form
        aria-label="New comparison"
        className="grid max-w-[880px] gap-5 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <p className="text-ink-2">
          The same message goes to two columns at once. What they were told, what they did and what they
          answered is then laid side by side.
        </p>
        <Field label="Message">
          <Textarea
            value={message}
            rows={3}
            placeholder="What would a person write?"
            onChange={({ target }) => setMessage(target.value)}
          />
        </Field>
        <SkillField workspace={workspace} value={skillName} onChange={chooseSkill} />
        <div className="grid grid-cols-2 gap-6 compact:grid-cols-1">
          <ColumnForm
            title="Left"
            agents={agents?.items ?? []}
            skill={skillName === "" ? null : (skill ?? null)}
            value={one}
            onChange={setLeft}
          />
          <ColumnForm
            title="Right"
            agents={agents?.items ?? []}
            skill={skillName === "" ? null : (skill ?? null)}
            value={other}
            onChange={setRight}
          />
        </div>
        <p role="status" className="text-ink-3">
          {differences.length === 0 ? (
            "No difference yet."
          ) : (
            <ShownText text={`They differ in: ${differences.join(", ")}.`} />
          )}
        </p>
        {compare.error ? (
          <Notice tone="error" title="The comparison could not be started">
            <ShownText text={compare.error.message} />
          </Notice>
        ) : null}
      </form>
    </Page>
  );
}

/** The message as it is written; a long one is not in the address that the server reads. */
function useMessage(initial: string) {
  const [message, setMessage] = useState(initial);
  useEffect(() => {
    const long = messageInFragment(window.location.hash);
    if (long !== "") setMessage((now) => now || long);
  }, []);
  return [message, setMessage] as const;
}

/** What is chosen: the skill that it is about, and the two columns. */
function useColumns({ agent, skill, without }: NewComparisonPageProps) {
  const [skillName, setSkillName] = useState(skill);
  const [left, setLeft] = useState(begin(agent, "assigned"));
  const [right, setRight] = useState(begin(agent, skill === "" ? "assigned" : without ? "none" : "draft"));
  const chooseSkill = (name: string) => {
    setSkillName(name);
    // Another skill has other versions and labels: its draft against what is assigned, as when the page opens.
    setLeft({ ...left, standing: "assigned" });
    setRight({ ...right, standing: name === "" ? "assigned" : "draft" });
  };
  return { skillName, chooseSkill, left, setLeft, right, setRight };
}

function whyNotCompared(agent: string, differences: readonly string[]): string | undefined {
  if (agent === "") return "There is no agent to compare.";
  return differences.length === 0 ? "Both columns are the same: change one." : undefined;
}

type NewComparisonTopProps = {
  workspace: string;
  pending: boolean;
  blockedReason: string | undefined;
  onCompare: () => void;
};

function NewComparisonTop({ workspace, pending, blockedReason, onCompare }: NewComparisonTopProps) {
  return (
    <TopLine
      title="New comparison"
      crumbs={[
        { label: "Playground", href: playgroundPath(workspace) },
        { label: "Comparisons", href: comparisonsPath(workspace) },
      ]}
      primary={
        <Button
          variant="primary"
          icon={Columns2}
          pending={pending}
          blockedReason={blockedReason}
          onClick={onCompare}
        >
          Compare
        </Button>
      }
    />
  );
}

type SkillFieldProps = { workspace: string; value: string; onChange: (skill: string) => void };

function SkillField({ workspace, value, onChange }: SkillFieldProps) {
  const { data: skills } = useQuery(skillSearchQuery(client.library, workspace, "", mostSkillsOffered));
  return (
    <Field label="About one skill" help="Its draft against a version, or with and without it.">
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">no: the agents' own skills</option>
        {skills?.items.map(({ name }) => (
          <option key={name} value={name}>
            {markHidden(name)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

type NewComparison = { message: string; columns: ReturnType<typeof toColumn>[] };

function useCompare(workspace: string) {
  const router = useRouter();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (json: NewComparison) =>
      unwrap(client.comparisons.workspaces[":workspace"].comparisons.$post({ param: { workspace }, json })),
    meta: { silent: true },
    onSuccess: (comparison) => {
      queryClient.setQueryData(comparisonKeys.one(workspace, comparison.id), comparison);
      void queryClient.invalidateQueries({ queryKey: comparisonKeys.list(workspace) });
      router.push(comparisonPath(workspace, comparison.id));
    },
  });
}
