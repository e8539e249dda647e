"use client";

import { Plus } from "lucide-react";
import { agentPath } from "@/components/data/agent-paths";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { useExamples } from "@/components/library/use-examples";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ShownText } from "@/components/ui/shown-text";

type AgentsEmptyProps = { workspace: string; workspaceName: string; onNew: () => void };

/** A workspace without agents: what one is, and a ready one to start from. */
export function AgentsEmpty({ workspace, workspaceName, onNew }: AgentsEmptyProps) {
  const blocked = useBlockedFor("agents.edit");
  const add = useExamples(workspace, ({ agent }) => agentPath(workspace, agent));
  return (
    <EmptyState
      title={`No agents in ${workspaceName} yet`}
      action={
        <Button
          variant="primary"
          size="large"
          icon={Plus}
          shortcut="C"
          missingRight={blocked}
          onClick={onNew}
        >
          Create agent
        </Button>
      }
      example={
        <section aria-label="Example">
          <div className="mb-2 flex min-h-7 items-center justify-between gap-2">
            <h3>Release desk</h3>
            <Button pending={add.isPending} onClick={() => add.mutate()}>
              Start from this example
            </Button>
          </div>
          <ol className="border-line border-t">
            {["release-notes", "next-version", "rollout-check"].map((skill, index) => (
              <li key={skill} className="flex h-row items-center gap-3 border-line border-b">
                <span className="w-4 text-right text-ink-3">{index + 1}</span>
                <span className="flex-1 font-medium font-mono text-13 tracking-[-0.02em]">
                  <ShownText text={skill} />
                </span>
                <span className="text-ink-3">latest (v1)</span>
              </li>
            ))}
          </ol>
          <p className="mt-4 text-12 text-ink-3">
            Writes release notes, decides version numbers and says whether a rollout may go out. Comes with
            its three skills and four messages to try.
          </p>
        </section>
      }
    >
      An agent is a set of instructions, a model, and skills in an order of priority. Here you see exactly
      what it is told about them, and what that costs.
    </EmptyState>
  );
}
