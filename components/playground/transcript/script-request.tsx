"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { sessionKeys } from "@/components/data/session-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { formatCount } from "@/components/ui/format";
import { ShownText } from "@/components/ui/shown-text";
import { client, unwrap } from "@/lib/api/client";
import { revisionOf } from "@/lib/runtime/event-words";
import type { OfferedScript } from "@/lib/runtime/script-payloads";
import type { AwaitedCall } from "@/lib/sessions/schema";

/** What would run, and the two ways to decide; a result can be typed below instead. */
export function ScriptRequest({
  conversation,
  call,
  script,
}: {
  conversation: string;
  call: AwaitedCall;
  script: OfferedScript;
}) {
  const { slug: workspace } = useWorkspace();
  const queryClient = useQueryClient();
  const decide = useMutation({
    mutationFn: (decision: "allow" | "refuse") =>
      unwrap(
        client.runs.workspaces[":workspace"].conversations[":conversation"].runs[":run"][
          "script-decisions"
        ].$post({
          param: { workspace, conversation, run: call.runId },
          json: { callId: call.callId, decision },
        }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionKeys.one(workspace, conversation) }),
  });
  return (
    <div className="grid min-w-0 gap-2">
      <CodeBlock text={script.command} label="the command" />
      {script.stdin === null ? null : <CodeBlock text={script.stdin} label="what it is given" />}
      <p className="text-12 text-ink-2 [overflow-wrap:anywhere]">
        {script.skills.length === 0 ? (
          "It finds no skill’s files. "
        ) : (
          <>
            It finds {formatCount(script.files, "file")}, of{" "}
            <ShownText text={script.skills.map((skill) => `${skill.name} ${revisionOf(skill)}`).join(", ")} />
            .{" "}
          </>
        )}
        <ShownText text={script.backend.about} />
      </p>
      {script.environment === undefined ? null : (
        <p className="text-12 text-ink-2">It is given {script.environment.join(", ")}.</p>
      )}
      {script.why === undefined ? null : (
        <p className="text-12 text-ink-2 [overflow-wrap:anywhere]">
          <ShownText text={`Asked because: ${script.why}`} />
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button icon={Play} pending={decide.isPending} onClick={() => decide.mutate("allow")}>
          Allow once
        </Button>
        <Button pending={decide.isPending} onClick={() => decide.mutate("refuse")}>
          Refuse
        </Button>
      </div>
    </div>
  );
}
