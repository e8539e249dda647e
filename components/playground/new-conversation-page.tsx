"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Package, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { agentsPath } from "@/components/data/agent-paths";
import { agentQuery, agentsQuery } from "@/components/data/agent-queries";
import { conversationPath, playgroundPath } from "@/components/data/playground-paths";
import { sessionKeys } from "@/components/data/session-queries";
import { skillQuery } from "@/components/data/skill-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { ButtonLink, IconButton } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { Pane, PaneHandle, Panes } from "@/components/ui/panes";
import { Select } from "@/components/ui/select";
import { ShownText } from "@/components/ui/shown-text";
import { toast } from "@/components/ui/toaster";
import { client, unwrap } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { noteBegunConversation } from "./begun-conversation";
import { Composer } from "./composer/composer";
import { suggestedSkillsOf } from "./composer/skill-suggestions";
import { SuggestedMessages } from "./composer/suggested-messages";
import { ModelBadge } from "./model-badge";
import { OfferPreview } from "./offer-preview";

type NewConversationPageProps = {
  /** From the address: whom to talk to, whose draft to rehearse, and words to begin with. */
  agent: string;
  skill: string;
  message: string;
  /** Begin with the first message that the agent suggests. */
  suggested: boolean;
};

/** Choose an agent, see what it will be told, write. The conversation begins with its first message. */
export function NewConversationPage(props: NewConversationPageProps) {
  const { slug: workspace } = useWorkspace();
  const { data: agents } = useQuery(agentsQuery(client.agents, workspace));
  const [chosen, setChosen] = useState(props.agent);
  const [skill, setSkill] = useState(props.skill);
  const [typed, setText] = useState<string | null>(null);
  const first = agents?.items.find(({ slug }) => slug === chosen) ?? agents?.items[0];
  const text = typed ?? (props.message || (props.suggested ? (first?.suggestedMessages[0] ?? "") : ""));
  const { data: agent } = useQuery({
    ...agentQuery(client.agents, workspace, first?.slug ?? ""),
    enabled: first !== undefined,
  });
  const draft = useQuery({
    ...skillQuery(client.library, workspace, skill),
    enabled: skill !== "",
    retry: false,
  });
  const begin = useBegin(workspace);
  const missing = skill !== "" && draft.isError;
  const overlay = skill === "" || missing ? [] : [{ name: skill }];
  const top = (
    <TopLine
      title="New conversation"
      crumbs={[{ label: "Playground", href: playgroundPath(workspace) }]}
      chips={
        overlay.length > 0 ? (
          <DraftChip skill={skill} revision={draft.data?.draft.revision} onRemove={() => setSkill("")} />
        ) : null
      }
    />
  );
  if (agents && agents.items.length === 0) {
    return (
      <Page top={top} scroll>
        <NoAgents workspace={workspace} />
      </Page>
    );
  }
  return (
    <Page top={top}>
      <Panes id="playground" paneIds={["conversation", "inspector"]}>
        <Pane id="conversation" defaultSize="58%" minSize="360px">
          {missing ? (
            <Notice tone="error" className="m-4" title={`There is no skill ${skill} to rehearse`}>
              The conversation uses the agent's own skills.
            </Notice>
          ) : null}
          <SuggestedMessages
            agentName={first?.name ?? ""}
            messages={first?.suggestedMessages ?? []}
            onChoose={setText}
          />
          <Composer
            agent={null}
            agentChoice={
              <AgentChoice agents={agents?.items ?? []} chosen={first?.slug ?? ""} onChoose={setChosen} />
            }
            badge={<ModelBadge model={agent?.model} />}
            skills={suggestedSkillsOf(agent, overlay)}
            text={text}
            onText={setText}
            onSend={() => {
              if (first)
                begin.mutate({
                  agent: first.slug,
                  skills: overlay.map(({ name }) => name),
                  text: text.trim(),
                });
            }}
            running={false}
            onStop={() => {}}
            sending={begin.isPending || begin.isSuccess}
            autoFocus
          />
        </Pane>
        <PaneHandle label="Resize the preview" />
        <Pane id="inspector" defaultSize="42%" minSize="340px">
          {agent ? <OfferPreview agent={agent} draft={overlay.length > 0 ? draft.data : undefined} /> : null}
        </Pane>
      </Panes>
    </Page>
  );
}

type AgentChoiceProps = {
  agents: readonly { slug: string; name: string }[];
  chosen: string;
  onChoose: (slug: string) => void;
};

function AgentChoice({ agents, chosen, onChoose }: AgentChoiceProps) {
  return (
    <Select aria-label="Agent" value={chosen} onChange={({ target }) => onChoose(target.value)}>
      {agents.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {markHidden(name)}
        </option>
      ))}
    </Select>
  );
}

type DraftChipProps = { skill: string; revision: number | undefined; onRemove: () => void };

function DraftChip({ skill, revision, onRemove }: DraftChipProps) {
  return (
    <>
      <Chip icon={Package} dashed title="For this conversation only, assignments do not change">
        <span className="font-mono">
          <ShownText text={skill} />
        </span>{" "}
        draft{revision === undefined ? "" : ` r${revision}`}
      </Chip>
      <IconButton
        icon={X}
        size="icon-small"
        label={`Rehearse without the draft of ${skill}`}
        onClick={onRemove}
      />
    </>
  );
}

function NoAgents({ workspace }: { workspace: string }) {
  return (
    <EmptyState
      title="There is no agent to rehearse with"
      action={
        <ButtonLink href={agentsPath(workspace)} variant="primary">
          Go to agents
        </ButtonLink>
      }
    >
      An agent has instructions, a model and an ordered list of skills. Make one, then come back and talk to
      it.
    </EmptyState>
  );
}

type Beginning = { agent: string; skills: string[]; text: string };

/** Opens the conversation and sends its first message; a message that is refused still leads to the conversation. */
function useBegin(workspace: string) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const conversations = client.sessions.workspaces[":workspace"].conversations;
  return useMutation({
    mutationFn: async ({ agent, skills, text }: Beginning) => {
      const overlay = skills.map((skill) => ({ skill, follows: "draft" as const }));
      const conversation = await unwrap(
        conversations.$post({ param: { workspace }, json: { agent, overlay } }),
      );
      const run = client.runs.workspaces[":workspace"].conversations[":conversation"].runs.$post({
        param: { workspace, conversation: conversation.id },
        json: { message: text },
      });
      return {
        conversation,
        refusal: await unwrap(run).then(
          () => null,
          (error: Error) => error,
        ),
      };
    },
    onSuccess: ({ conversation, refusal }) => {
      void queryClient.invalidateQueries({ queryKey: sessionKeys.list(workspace) });
      if (refusal) toast.error(refusal.message);
      noteBegunConversation(conversation.id);
      router.push(conversationPath(workspace, conversation.id));
    },
  });
}
