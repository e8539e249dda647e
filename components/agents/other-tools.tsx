"use client";

import { Pencil, Plus, Server, Trash2, Wrench } from "lucide-react";
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
import type { AgentTool, AgentToolInput } from "@/lib/agents/tool-schema";
import { useEditAgent } from "./use-edit-agent";

const StubDialog = dynamic(() => import("./stub-dialog").then((module) => module.StubDialog), { ssr: false });
const ServerDialog = dynamic(() => import("./server-dialog").then((module) => module.ServerDialog), {
  ssr: false,
});

/** Which dialog is open, and for which tool: null for a new one. */
type Editing = { kind: AgentTool["kind"]; tool: AgentTool | null } | null;

const isSame = (one: AgentTool, other: AgentTool | null) =>
  one.kind === other?.kind && one.name === other.name;

/** What the agent has besides skills, so that a rehearsal is realistic: stubs and MCP servers. */
export function OtherTools({ workspace, agent }: { workspace: string; agent: Agent }) {
  const [editing, setEditing] = useState<Editing>(null);
  const edit = useEditAgent(workspace, agent);
  const blocked = useBlockedFor("agents.edit");
  const { tools } = agent;
  const save = (next: AgentToolInput[], onSuccess?: () => void) =>
    edit.mutate(
      { tools: next },
      { onSuccess: () => onSuccess?.(), onError: (error) => toast.error(error.message) },
    );
  // By its name and not by its place: somebody may have changed the list while the dialog was open.
  const put = (before: AgentTool | null, tool: AgentToolInput) => {
    const isThere = tools.some((other) => isSame(other, before));
    const next = isThere ? tools.map((other) => (isSame(other, before) ? tool : other)) : [...tools, tool];
    save(next, () => setEditing(null));
  };
  const dialog = { pending: edit.isPending, close: () => setEditing(null) };
  return (
    <section aria-label="Other tools">
      <SectionHead
        title="Other tools"
        said={tools.length === 0 ? "none" : formatCount(tools.length, "entry", "entries")}
      >
        <Button icon={Plus} missingRight={blocked} onClick={() => setEditing({ kind: "stub", tool: null })}>
          Add stub
        </Button>
        <Button icon={Plus} missingRight={blocked} onClick={() => setEditing({ kind: "mcp", tool: null })}>
          Add MCP server
        </Button>
      </SectionHead>
      {tools.length === 0 ? (
        <SectionNote>
          Give the agent the tools it has elsewhere: stubs with a saved or typed result, or the tools of an
          MCP server.
        </SectionNote>
      ) : (
        <ul>
          {tools.map((tool) => (
            <ToolRow
              key={`${tool.kind} ${tool.name}`}
              tool={tool}
              blocked={blocked}
              edit={() => setEditing({ kind: tool.kind, tool })}
              remove={() => save(tools.filter((other) => other !== tool))}
            />
          ))}
        </ul>
      )}
      {editing?.kind === "stub" ? (
        <StubDialog
          {...dialog}
          stub={editing.tool?.kind === "stub" ? editing.tool : null}
          save={(stub) => put(editing.tool, stub)}
        />
      ) : null}
      {editing?.kind === "mcp" ? (
        <ServerDialog
          {...dialog}
          workspace={workspace}
          agent={agent.slug}
          server={editing.tool?.kind === "mcp" ? editing.tool : null}
          save={(server) => put(editing.tool, server)}
        />
      ) : null}
    </section>
  );
}

type ToolRowProps = { tool: AgentTool; blocked: string | undefined; edit: () => void; remove: () => void };

function ToolRow({ tool, blocked, edit, remove }: ToolRowProps) {
  const isStub = tool.kind === "stub";
  return (
    <li className="flex min-h-row items-center gap-2 border-line border-b px-4 py-1">
      <Icon of={isStub ? Wrench : Server} size={15} className="flex-none text-ink-3" />
      <span className={isStub ? "font-mono text-12" : "font-medium"}>
        <ShownText text={tool.name} />
      </span>
      <span className="min-w-0 flex-1 truncate text-ink-3">
        {isStub ? (
          <ShownText text={tool.description} />
        ) : (
          <span className="font-mono text-12">
            <ShownText text={tool.url} />
          </span>
        )}
      </span>
      <span className="flex-none text-12 text-ink-3">
        {isStub ? (tool.result === null ? "stub, typed result" : "stub, saved result") : "MCP server"}
      </span>
      <EditButtons name={tool.name} blocked={blocked} edit={edit} remove={remove} />
    </li>
  );
}

function EditButtons({ name, blocked, edit, remove }: Omit<ToolRowProps, "tool"> & { name: string }) {
  return (
    <span className="flex flex-none">
      <IconButton
        icon={Pencil}
        size="icon-small"
        label={`Edit ${name}`}
        missingRight={blocked}
        onClick={edit}
      />
      <IconButton
        icon={Trash2}
        size="icon-small"
        label={`Remove ${name}`}
        missingRight={blocked}
        onClick={remove}
      />
    </span>
  );
}
