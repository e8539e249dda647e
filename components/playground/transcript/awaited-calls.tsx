"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Hand } from "lucide-react";
import { type FormEvent, useState } from "react";
import { sessionKeys } from "@/components/data/session-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { CodeBlock } from "@/components/ui/code-block";
import { Field } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Textarea } from "@/components/ui/input";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import type { ToolStub } from "@/lib/agents/tool-schema";
import { client, unwrap } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { SessionEvent } from "@/lib/runtime/events";
import type { OfferedScript } from "@/lib/runtime/script-payloads";
import type { AwaitedCall, Conversation } from "@/lib/sessions/schema";
import { ScriptRequest } from "./script-request";
import { useKeepResult } from "./use-keep-result";

/** Calls of this line that nothing answers but a person, who types a result or, where scripts may run, allows one. */
export function AwaitedCalls({
  conversation,
  branch,
  events,
}: {
  conversation: Conversation;
  /** Of this line; of the line used last when null. */
  branch: string | null;
  events: readonly SessionEvent[];
}) {
  return conversation.awaiting
    .filter(({ branchId }) => branchId === (branch ?? conversation.branchId))
    .filter((call) => !isAnswered(events, call))
    .map((call) => (
      <AwaitedCallForm
        key={call.callId}
        conversation={conversation.id}
        agent={conversation.agent?.slug ?? null}
        call={call}
        place={findCallPlace(events, call)}
        script={findOfferedScript(events, call)}
        why={findWhyNothingRuns(events, call)}
      />
    ));
}

/** The log often knows before what is told of the conversation does. */
const isAnswered = (events: readonly SessionEvent[], { runId, callId }: AwaitedCall): boolean =>
  events.some(
    (event) =>
      (event.type === "tool-called" || event.type === "request-refused" || event.type === "script-started") &&
      event.runId === runId &&
      event.payload.call?.id === callId,
  );

/** What a saved result for the call is saved under: its skill and the skill's name for the tool. */
type Place = Pick<ToolStub, "tool"> & { skill: string };

/** Null for a tool of no skill: that one is saved with the agent's other tools. */
function findCallPlace(events: readonly SessionEvent[], { callId }: AwaitedCall): Place | null {
  for (const event of events.toReversed())
    if (event.type === "result-awaited" && event.payload.call.id === callId) {
      const { skill, tool } = event.payload;
      return skill && { skill: skill.name, tool };
    }
  return null;
}

function findAsked(events: readonly SessionEvent[], { callId }: AwaitedCall) {
  const asked = events.findLast(
    (event) => event.type === "result-awaited" && event.payload.call.id === callId,
  );
  return asked?.type === "result-awaited" ? asked.payload : null;
}

/** Null where nothing would run. */
const findOfferedScript = (events: readonly SessionEvent[], call: AwaitedCall): OfferedScript | null =>
  (call.offersScript && findAsked(events, call)?.script) || null;

const findWhyNothingRuns = (events: readonly SessionEvent[], call: AwaitedCall): string | null =>
  findAsked(events, call)?.nothingRuns ?? null;

type AwaitedCallFormProps = {
  conversation: string;
  agent: string | null;
  call: AwaitedCall;
  place: Place | null;
  script: OfferedScript | null;
  /** Why nothing runs, where something could. */
  why: string | null;
};

function AwaitedCallForm({ conversation, agent, call, place, script, why }: AwaitedCallFormProps) {
  const { slug: workspace } = useWorkspace();
  const queryClient = useQueryClient();
  const [result, setResult] = useState("");
  const [isKept, setKept] = useState(false);
  const keep = useKeepResult(workspace, agent ?? "");
  const mayKeep = useBlockedFor("agents.edit") === undefined && agent !== null && place !== null;
  const send = useMutation({
    mutationFn: ({ result }: { result: string; stub: ToolStub | null }) =>
      unwrap(
        client.runs.workspaces[":workspace"].conversations[":conversation"].runs[":run"][
          "tool-results"
        ].$post({
          param: { workspace, conversation, run: call.runId },
          json: { callId: call.callId, result },
        }),
      ),
    onSuccess: (_, { stub }) => {
      if (stub) keep.mutate(stub);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionKeys.one(workspace, conversation) }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!send.isPending) send.mutate({ result, stub: mayKeep && isKept ? { ...place, result } : null });
  };
  return (
    <form
      aria-label={markHidden(`Result of ${call.toolName}`)}
      onSubmit={submit}
      className="mx-4 mb-3 grid flex-none gap-2 rounded-2 border border-line-strong p-3"
    >
      <p className="flex items-center gap-2">
        <Icon of={Hand} size={15} className="text-ink-3" />
        <span>
          <code>
            <ShownText text={call.toolName} />
          </code>{" "}
          {script ? "waits for you: may it run?" : "waits for you: nothing runs here."}
        </span>
        <span className="ml-auto text-12 text-ink-3">
          <RelativeTime at={call.since} ago />
        </span>
      </p>
      <CodeBlock text={call.input} label="the input" />
      {why === null ? null : <p className="text-12 text-ink-2">{why}</p>}
      {script ? <ScriptRequest conversation={conversation} call={call} script={script} /> : null}
      <Field
        label={script ? "Or type its result" : "Result"}
        help="What the model is told that the tool returned."
      >
        <Textarea mono rows={3} value={result} onChange={({ target }) => setResult(target.value)} />
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-2">
        {mayKeep ? (
          <Checkbox
            label="Save it as the agent’s answer"
            help={`For every call of ${place.tool} of ${place.skill}.`}
            checked={isKept}
            onChange={({ target }) => setKept(target.checked)}
          />
        ) : (
          <span />
        )}
        {/* Where something may run, that is the question, and a typed result the other answer to it. */}
        <Button type="submit" variant={script ? "default" : "primary"} pending={send.isPending}>
          Submit result
        </Button>
      </div>
    </form>
  );
}
