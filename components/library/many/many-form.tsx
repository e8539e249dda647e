"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { agentKeys } from "@/components/data/agent-queries";
import { useSettled } from "@/components/library/dialogs/use-name-check";
import { DialogForm } from "@/components/ui/dialog-form";
import { ErrorNotice } from "@/components/ui/error-notice";
import { client, unwrap } from "@/lib/api/client";
import { ActFields } from "./act-fields";
import { actWords, verbWithCount } from "./act-words";
import { type ActInput, emptyInput, missingFor, previewedAct } from "./build-acts";
import type { AskedAct } from "./many-dialog";
import { type Job, namesToDo, previewRows, senderOf } from "./plan-job";
import { PreviewView } from "./preview-view";
import { usePreview } from "./use-preview";

type ManyFormProps = {
  workspace: string;
  asked: AskedAct;
  onBegin: (job: Job) => void;
  close: () => void;
};

const typingPauseMs = 250;

/** What the act needs, and what it would do to each skill. The button says to how many. */
export function ManyForm({ workspace, asked, onBegin, close }: ManyFormProps) {
  const { kind, skills, count } = asked;
  const [input, setInput] = useState<ActInput>({
    ...emptyInput,
    agents: asked.agents ?? [],
    alsoAssign: asked.alsoAssign ?? false,
  });
  const settledLabel = useSettled(input.label, typingPauseMs);
  const act = previewedAct(kind, { ...input, label: settledLabel });
  const preview = usePreview(workspace, skills, { act, enabled: true });
  const rows = act === null && input.newAgent === "" ? null : previewRows(kind, input, preview.data);
  const going = rows === null ? [] : namesToDo(kind, input, rows);
  const isKnown = rows !== null && !preview.isPlaceholderData && preview.error === null;
  const begin = useBegin(workspace, asked, onBegin);
  const words = actWords[kind];
  const blocked =
    missingFor(kind, input, isKnown ? going.length : null) ??
    (isKnown && going.length === 0 ? "There is nothing to do for any of them." : undefined);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const first = "input:not([type=checkbox], [type=search]), select, button[type=submit]";
    frame.current?.querySelector<HTMLElement>(first)?.focus();
  }, []);
  return (
    <div ref={frame}>
      <DialogForm
        verb={verbWithCount(
          kind === "publish" && input.alsoAssign ? "Publish and assign" : words.verb,
          isKnown ? going.length : null,
        )}
        icon={words.icon}
        danger={kind === "delete"}
        pending={begin.isPending || (preview.isFetching && !isKnown)}
        blockedReason={blocked}
        onSubmit={() => {
          if (isKnown) begin.mutate({ input, names: going, items: preview.data?.items ?? null });
        }}
        close={close}
        aside={blocked ? null : <span className="text-12 text-ink-3">{words.lasting}</span>}
      >
        <ActFields
          workspace={workspace}
          kind={kind}
          input={input}
          onChange={(change) => setInput((before) => ({ ...before, ...change }))}
          fixedAgents={asked.agents !== undefined}
          count={isKnown ? going.length : null}
        />
        <ErrorNotice error={begin.error} />
        <PreviewView
          workspace={workspace}
          kind={kind}
          preview={preview}
          rows={rows}
          count={count}
          goesOn={kind === "publish" && input.alsoAssign}
        />
      </DialogForm>
    </div>
  );
}

type Wanted = { input: ActInput; names: readonly string[]; items: Parameters<typeof senderOf>[1]["items"] };

/** Makes the new agent first, if there is to be one: a name that is taken stops everything before it begins. */
function useBegin(workspace: string, { kind }: AskedAct, onBegin: (job: Job) => void) {
  const cache = useQueryClient();
  return useMutation({
    meta: { silent: true },
    mutationFn: async ({ input, names, items }: Wanted): Promise<Job> => {
      const isWanted = kind === "assign" || (kind === "publish" && input.alsoAssign);
      const name = input.newAgent.trim();
      if (!isWanted || name === "")
        return { names, send: senderOf(workspace, { kind, input, items }), newAgent: null };
      const agent = await unwrap(
        client.agents.workspaces[":workspace"].agents.$post({ param: { workspace }, json: { name } }),
      );
      void cache.invalidateQueries({ queryKey: agentKeys.all(workspace) });
      const withAgent = { ...input, agents: [...input.agents, agent.id] };
      return {
        names,
        send: senderOf(workspace, { kind, input: withAgent, items }),
        newAgent: { slug: agent.slug, name: agent.name },
      };
    },
    onSuccess: onBegin,
  });
}
