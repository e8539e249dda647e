"use client";

import { MessageSquareReply, Pencil, Plus, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button, IconButton } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { SectionHead, SectionNote } from "@/components/ui/section-head";
import { ShownText } from "@/components/ui/shown-text";
import { toast } from "@/components/ui/toaster";
import type { Agent } from "@/lib/agents/schema";
import type { ToolStub } from "@/lib/agents/tool-schema";
import { useEditAgent } from "./use-edit-agent";

const SavedResultDialog = dynamic(
  () => import("./saved-result-dialog").then((module) => module.SavedResultDialog),
  { ssr: false },
);

const isSame = (one: ToolStub, other: ToolStub | null) =>
  one.skill === other?.skill && one.tool === other.tool;

/** What tools of skills and scripts answer in a rehearsal, so that it need not wait for a person. */
export function SavedResults({ workspace, agent }: { workspace: string; agent: Agent }) {
  const [editing, setEditing] = useState<{ stub: ToolStub | null } | null>(null);
  const edit = useEditAgent(workspace, agent);
  const blocked = useBlockedFor("agents.edit");
  const stubs = agent.toolStubs;
  const save = (next: ToolStub[], onSuccess?: () => void) =>
    edit.mutate(
      { toolStubs: next },
      { onSuccess: () => onSuccess?.(), onError: (error) => toast.error(error.message) },
    );
  // By what it answers for and not by its place: somebody may have changed the list while the dialog was open.
  const put = (before: ToolStub | null, stub: ToolStub) => {
    const isThere = stubs.some((other) => isSame(other, before));
    const next = isThere ? stubs.map((other) => (isSame(other, before) ? stub : other)) : [...stubs, stub];
    save(next, () => setEditing(null));
  };
  return (
    <section aria-label="Saved results">
      <SectionHead
        title="Saved results"
        said={stubs.length === 0 ? "none" : formatCount(stubs.length, "result")}
      >
        <Button icon={Plus} missingRight={blocked} onClick={() => setEditing({ stub: null })}>
          Add result
        </Button>
      </SectionHead>
      {stubs.length === 0 ? (
        <SectionNote>
          What does not run here, such as a tool that a skill declares, waits in a rehearsal until somebody
          types its result. One that is saved answers at once, word for word.
        </SectionNote>
      ) : (
        <ul>
          {stubs.map((stub) => (
            <ResultRow
              key={JSON.stringify([stub.skill, stub.tool])}
              stub={stub}
              blocked={blocked}
              edit={() => setEditing({ stub })}
              remove={() => save(stubs.filter((other) => !isSame(other, stub)))}
            />
          ))}
        </ul>
      )}
      {editing ? (
        <SavedResultDialog
          workspace={workspace}
          agent={agent}
          stub={editing.stub}
          pending={edit.isPending}
          save={(stub) => put(editing.stub, stub)}
          close={() => setEditing(null)}
        />
      ) : null}
    </section>
  );
}

type ResultRowProps = { stub: ToolStub; blocked: string | undefined; edit: () => void; remove: () => void };

function ResultRow({ stub: { skill, tool, result, cases = [] }, blocked, edit, remove }: ResultRowProps) {
  const whose = skill === null ? `${tool} of any skill` : `${tool} of ${skill}`;
  return (
    <li className="flex min-h-row items-center gap-2 border-line border-b px-4 py-1">
      <Icon of={MessageSquareReply} size={15} className="flex-none text-ink-3" />
      <span className="font-mono text-12">
        <ShownText text={tool} />
      </span>
      <span className="flex-none text-12 text-ink-3">
        <ShownText text={skill ?? "any skill"} />
      </span>
      {cases.length > 0 ? (
        <span className="flex-none text-12 text-ink-3">{formatCount(cases.length, "case")}, else</span>
      ) : null}
      <code className="min-w-0 flex-1 truncate font-mono text-12 text-ink-3">
        <ShownText text={result ?? "typed by a person"} />
      </code>
      <span className="flex flex-none">
        <IconButton
          icon={Pencil}
          size="icon-small"
          label={`Edit the result of ${whose}`}
          missingRight={blocked}
          onClick={edit}
        />
        <IconButton
          icon={Trash2}
          size="icon-small"
          label={`Remove the result of ${whose}`}
          missingRight={blocked}
          onClick={remove}
        />
      </span>
    </li>
  );
}
