"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { scriptsQuery } from "@/components/data/settings-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toaster";
import { client, unwrap } from "@/lib/api/client";
import type { ScriptMode, ScriptSettings, SetScripts } from "@/lib/execution/script-schema";
import { allowanceExample, parseAllowances, printAllowances } from "@/lib/runtime/allowance-text";
import { SettingsGroup } from "./settings-group";

const byOperator = "The operator of this installation has not switched scripts on (GREENROOM_SCRIPTS).";

const modeWords = {
  off: { title: "Never run", said: "Scripts are off." },
  ask: { title: "Ask each time", said: "Scripts may run when somebody allows it." },
  list: {
    title: "Ask, but for what is listed",
    said: "What is listed runs, somebody is asked for the rest.",
  },
} as const satisfies Record<ScriptMode, { title: string; said: string }>;

/** Whether scripts of skills may run here at all, and which of them without a person who allows each. */
export function ScriptsSettings() {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const { data } = useSuspenseQuery(scriptsQuery(client.scripts, workspace));
  const missingRight = useBlockedFor("workspace.edit");
  const save = useMutation({
    meta: { silent: true },
    mutationFn: (json: SetScripts) =>
      unwrap(client.scripts.workspaces[":workspace"].scripts.$put({ param: { workspace }, json })),
    onSuccess: (saved) => {
      cache.setQueryData(scriptsQuery(client.scripts, workspace).queryKey, saved);
      toast.success(modeWords[saved.mode].said);
    },
  });
  // What is on can always be switched off.
  const blocked = missingRight ?? (data.allowedHere || data.mode !== "off" ? undefined : byOperator);
  const isBlocked = blocked !== undefined || save.isPending;
  return (
    <SettingsGroup
      title="Scripts"
      help="Whether scripts and commands of skills run in rehearsals. Where they do not, their results are typed or saved."
    >
      <ErrorNotice error={save.error} title="Scripts could not be changed" />
      <Field
        label="Scripts and commands"
        help={blocked ?? "An agent can be stricter than this. A draft always asks."}
      >
        <Select
          size="form"
          value={data.mode}
          disabled={isBlocked}
          onChange={({ target }) => {
            const mode = target.value;
            if (mode === "off" || mode === "ask" || mode === "list") save.mutate({ mode });
          }}
        >
          {Object.entries(modeWords).map(([mode, { title }]) => (
            <option key={mode} value={mode}>
              {title}
            </option>
          ))}
        </Select>
      </Field>
      {data.mode === "list" ? (
        <AllowanceForm
          key={printAllowances(data.allow)}
          allow={data.allow}
          blocked={isBlocked}
          save={(allow) => save.mutate({ mode: "list", allow })}
        />
      ) : null}
      <p className="text-12 text-ink-3">{data.backend.about}</p>
      {data.mode !== "off" && !data.allowedHere ? (
        <p className="text-12 text-ink-3">{byOperator} Nothing runs.</p>
      ) : null}
    </SettingsGroup>
  );
}

type AllowanceFormProps = {
  allow: ScriptSettings["allow"];
  blocked: boolean;
  save: (allow: NonNullable<SetScripts["allow"]>) => void;
};

function AllowanceForm({ allow, blocked, save }: AllowanceFormProps) {
  const kept = printAllowances(allow);
  const [text, setText] = useState(kept);
  const [problem, setProblem] = useState<string>();
  const noteId = useId();
  const unchanged = text === kept ? "Nothing is changed." : undefined;
  const blockedReason = blocked ? "You may not change it." : unchanged;
  return (
    <form
      aria-label="What runs without asking"
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const read = parseAllowances(text);
        if ("problem" in read) return setProblem(read.problem);
        setProblem(undefined);
        save(read.list);
      }}
    >
      <Field
        label="Runs without asking"
        help={`A published version a line, with its scripts and the programs that commands may use: ${allowanceExample}`}
        error={problem}
      >
        <Textarea
          mono
          rows={4}
          value={text}
          disabled={blocked}
          aria-describedby={noteId}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <p id={noteId} className="text-12 text-ink-3">
        * is every script of it; python3 lets the model’s own code run. host:api.example.com is kept for what
        has a network: the simulated shell has none.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" blockedReason={blockedReason}>
          Save the list
        </Button>
        {blockedReason === undefined ? null : <span className="text-12 text-ink-3">{blockedReason}</span>}
      </div>
    </form>
  );
}
