"use client";

import { useMutation } from "@tanstack/react-query";
import { CircleCheck, CircleX, PlugZap } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { formatCount } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { NameField } from "@/components/ui/name-field";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import type { AgentTool, AgentToolInput, ServerReport } from "@/lib/agents/tool-schema";
import { client, unwrap } from "@/lib/api/client";
import { HeaderFields } from "./header-fields";
import { type HeaderRow, headerRowsOf, headersOf, isStored, whyHeadersWrong } from "./server-headers";

type Server = Extract<AgentTool, { kind: "mcp" }>;
type ServerDialogProps = {
  workspace: string;
  agent: string;
  server: Server | null;
  pending: boolean;
  save: (server: Extract<AgentToolInput, { kind: "mcp" }>) => void;
  close: () => void;
};

/** An MCP server by its address; asked for its tools before it is saved. */
export function ServerDialog({ workspace, agent, server, pending, save, close }: ServerDialogProps) {
  const [id] = useState(() => server?.id ?? crypto.randomUUID());
  const [name, setName] = useState(server?.name ?? "");
  const [url, setUrl] = useState(server?.url ?? "");
  const [rows, setRows] = useState<readonly HeaderRow[]>(() => headerRowsOf(server));
  const headers = headersOf(rows);
  const wrongHeaders = whyHeadersWrong(server, rows);
  const test = useMutation({
    meta: { silent: true },
    mutationFn: () =>
      unwrap(
        client.agents.workspaces[":workspace"].agents[":agent"].tools.test.$post({
          param: { workspace, agent },
          json: { id, url, headers },
        }),
      ),
  });
  const isIncomplete = name.trim() === "" || url.trim() === "";
  return (
    <FormDialog
      size="large"
      title={server ? `Edit ${server.name}` : "Add an MCP server"}
      description="Its tools are listed anew when a run starts, and called for real."
      verb="Save"
      pending={pending}
      blockedReason={isIncomplete ? "Give it a name and an address." : wrongHeaders}
      onSubmit={() => save({ kind: "mcp", id, name, url, headers })}
      close={close}
    >
      <NameField
        value={name}
        onValueChange={setName}
        help="The model sees its tools as mcp__<name>__<tool>."
      />
      <Field label="URL" help="Streamable HTTP. Private addresses must be listed in GREENROOM_ALLOWED_HOSTS.">
        <Input
          size="form"
          mono
          maxLength={500}
          placeholder="https://mcp.example.com/mcp"
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
      </Field>
      <HeaderFields rows={rows} setRows={setRows} isStored={(header) => isStored(server, header)} />
      <div className="grid gap-2">
        <div>
          <Button
            icon={PlugZap}
            pending={test.isPending}
            blockedReason={url.trim() === "" ? "Give its address first." : wrongHeaders}
            onClick={() => test.mutate()}
          >
            List its tools
          </Button>
        </div>
        <div role="status">
          {test.data ? <Report report={test.data} /> : null}
          {test.error ? <Failure message={test.error.message} /> : null}
        </div>
      </div>
    </FormDialog>
  );
}

function Report({ report: { error, tools } }: { report: ServerReport }) {
  if (error !== null) return <Failure message={error} />;
  return (
    <>
      <State icon={CircleCheck}>{formatCount(tools.length, "tool")}</State>
      <ul className="mt-1 max-h-40 overflow-auto">
        {tools.map((tool) => (
          <li key={tool.name} className="truncate">
            <code className="font-mono text-12">
              <ShownText text={tool.name} />
            </code>{" "}
            <span className="text-ink-3">
              <ShownText text={tool.description} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

const Failure = ({ message }: { message: string }) => (
  <State icon={CircleX} tone="error">
    <ShownText text={message} />
  </State>
);
