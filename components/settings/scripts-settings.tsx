"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useId } from "react";
import { scriptsQuery } from "@/components/data/settings-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toaster";
import { client, unwrap } from "@/lib/api/client";
import type { ScriptMode } from "@/lib/execution/script-schema";
import { SettingsGroup } from "./settings-group";

const byOperator = "The operator of this installation has not switched scripts on (GREENROOM_SCRIPTS).";

/** Whether scripts of skills may run here at all: then a person allows each of them. */
export function ScriptsSettings() {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const { data } = useSuspenseQuery(scriptsQuery(client.scripts, workspace));
  const labelId = useId();
  const missingRight = useBlockedFor("workspace.edit");
  const save = useMutation({
    meta: { silent: true },
    mutationFn: (mode: ScriptMode) =>
      unwrap(client.scripts.workspaces[":workspace"].scripts.$put({ param: { workspace }, json: { mode } })),
    onSuccess: (saved) => {
      cache.setQueryData(scriptsQuery(client.scripts, workspace).queryKey, saved);
      toast.success(saved.mode === "ask" ? "Scripts may run when somebody allows it." : "Scripts are off.");
    },
  });
  // What is on can always be switched off.
  const blocked = missingRight ?? (data.allowedHere || data.mode !== "off" ? undefined : byOperator);
  return (
    <SettingsGroup
      title="Scripts"
      help="Whether scripts and commands of skills may run in rehearsals. Off, their results are typed or saved, as before."
    >
      <ErrorNotice error={save.error} title="Scripts could not be switched" />
      <div className="flex items-center gap-2">
        <Switch
          aria-labelledby={labelId}
          checked={data.mode !== "off"}
          disabled={blocked !== undefined || save.isPending}
          onCheckedChange={(on) => save.mutate(on ? "ask" : "off")}
        />
        <span id={labelId}>Ask a person before each script, and run it when they allow it</span>
      </div>
      <p className="text-12 text-ink-3">{data.backend.about}</p>
      {blocked === undefined ? null : <p className="text-12 text-ink-3">{blocked}</p>}
      {data.mode !== "off" && !data.allowedHere ? (
        <p className="text-12 text-ink-3">{byOperator} Nothing runs.</p>
      ) : null}
    </SettingsGroup>
  );
}
