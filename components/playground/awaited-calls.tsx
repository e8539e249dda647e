"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Hand } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Field } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Textarea } from "@/components/ui/input";
import { RelativeTime } from "@/components/ui/relative-time";
import { client, unwrap } from "@/lib/api/client";
import type { AwaitedCall, Conversation } from "@/lib/sessions/schema";
import { sessionKeys } from "./session-queries";

/** Calls of this line that nothing answers but a person: tools of skills and scripts never run here. */
export function AwaitedCalls({
  conversation,
  branch,
}: {
  conversation: Conversation;
  /** Of this line; of the line used last when null. */
  branch: string | null;
}) {
  return conversation.awaiting
    .filter(({ branchId }) => branchId === (branch ?? conversation.branchId))
    .map((call) => <AwaitedCallForm key={call.callId} conversation={conversation.id} call={call} />);
}

function AwaitedCallForm({ conversation, call }: { conversation: string; call: AwaitedCall }) {
  const { slug: workspace } = useWorkspace();
  const queryClient = useQueryClient();
  const [result, setResult] = useState("");
  const send = useMutation({
    mutationFn: () =>
      unwrap(
        client.runs.workspaces[":workspace"].conversations[":conversation"].runs[":run"][
          "tool-results"
        ].$post({
          param: { workspace, conversation, run: call.runId },
          json: { callId: call.callId, result },
        }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionKeys.one(workspace, conversation) }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!send.isPending) send.mutate();
  };
  return (
    <form
      aria-label={`Result of ${call.toolName}`}
      onSubmit={submit}
      className="mx-4 mb-3 grid flex-none gap-2 rounded-2 border border-line-strong p-3"
    >
      <p className="flex items-center gap-2">
        <Icon of={Hand} size={15} className="text-ink-3" />
        <span>
          <code>{call.toolName}</code> waits for you: nothing runs here.
        </span>
        <span className="ml-auto text-12 text-ink-3">
          <RelativeTime at={call.since} ago />
        </span>
      </p>
      <CodeBlock text={call.input} label="the input" />
      <Field label="Result" help="What the model is told that the tool returned.">
        <Textarea mono rows={3} value={result} onChange={({ target }) => setResult(target.value)} />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" pending={send.isPending}>
          Give this result
        </Button>
      </div>
    </form>
  );
}
