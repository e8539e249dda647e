"use client";

import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { instanceFactsQuery } from "@/components/data/settings-queries";
import { workspacePath } from "@/components/data/workspace-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Field } from "@/components/ui/field";
import { formatBytes, formatNumber } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";
import { toast } from "@/components/ui/toaster";
import { useProblem } from "@/components/ui/use-loaded";
import { client, unwrap } from "@/lib/api/client";
import type { InstanceFacts } from "@/lib/auth/schema";
import { catalogueBudget, rehearsalWindowTokens } from "@/lib/runtime/limits";
import { packageLimits } from "@/lib/skills/limits";
import { LimitsSettings } from "./limits-settings";
import { ScriptsSettings } from "./scripts-settings";
import { SettingsFacts, SettingsGroup } from "./settings-group";
import { WorkspaceEnding } from "./workspace-ending";

export function GeneralSettings() {
  const { data: facts } = useSuspenseQuery(instanceFactsQuery(client.instance));
  return (
    <>
      <WorkspaceGroup />
      <InstallationGroup facts={facts} />
      <ScriptsSettings />
      <LimitsSettings />
      <LimitsGroup facts={facts} />
      <WorkspaceEnding />
    </>
  );
}

const loadNameSchema = () => import("@/lib/auth/schema").then((schemas) => schemas.workspaceNameSchema);

function WorkspaceGroup() {
  const workspace = useWorkspace();
  const router = useRouter();
  const [name, setName] = useState(workspace.name);
  const address = workspacePath(workspace.slug);
  const rename = useMutation({
    mutationFn: () =>
      unwrap(
        client.workspaces.workspaces[":workspace"].$patch({
          param: { workspace: workspace.slug },
          json: { name },
        }),
      ),
    onSuccess: () => {
      toast.success("Workspace renamed");
      router.refresh();
    },
  });
  const problem = useProblem(loadNameSchema, name);
  const missingRight = useBlockedFor("workspace.edit");
  const blockedReason = missingRight ?? (name === workspace.name ? "The name is unchanged." : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problem === undefined && blockedReason === undefined) rename.mutate();
  };
  return (
    <SettingsGroup
      title="Workspace"
      help="The name may change; the address stays, so that links and scripts hold."
    >
      <form onSubmit={submit} className="grid gap-2">
        <Field label="Name" error={problem}>
          <Input size="form" value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            pending={rename.isPending}
            missingRight={missingRight}
            blockedReason={blockedReason}
          >
            Rename
          </Button>
          {blockedReason ? <span className="text-12 text-ink-3">{blockedReason}</span> : null}
        </div>
      </form>
      <div className="grid gap-1">
        <span className="font-medium">URL</span>
        <span className="flex items-center gap-1 font-mono text-12 text-ink-2">
          <ShownText text={address} />
          <CopyButton text={address} label="Copy the address" />
        </span>
      </div>
    </SettingsGroup>
  );
}

function InstallationGroup({ facts }: { facts: InstanceFacts }) {
  return (
    <SettingsGroup
      title="Installation"
      help="What this server rests on. Set by the operator, where it is started."
    >
      {facts.database.isSingleRole ? (
        <Notice tone="warning" title="One database role does everything">
          Published versions and the audit trail cannot be changed through the app, but the database itself
          would allow it. Set <code>DATABASE_OWNER_URL</code> to a second role to have Postgres forbid it too.
        </Notice>
      ) : null}
      <SettingsFacts
        items={[
          { term: "Greenroom", value: facts.version },
          { term: "Public address", value: <span className="font-mono text-12">{facts.publicUrl}</span> },
          { term: "Database", value: `Postgres ${facts.database.version}` },
          {
            term: "Versions and audit",
            value: facts.database.isSingleRole
              ? "Append-only by the app"
              : "Append-only, held by Postgres: the app's role cannot change them",
          },
          ...(facts.dataFolder === null
            ? []
            : [
                {
                  term: "Data folder",
                  value: <span className="font-mono text-12">{facts.dataFolder}</span>,
                },
              ]),
          { term: "Files", value: "In the database, stored once per content" },
        ]}
      />
    </SettingsGroup>
  );
}

function LimitsGroup({ facts }: { facts: InstanceFacts }) {
  const { archiveBytes, totalBytes, entries } = facts.archive;
  return (
    <SettingsGroup title="Limits of packages" help="Whoever meets one is told its name and its value.">
      <SettingsFacts
        items={[
          {
            term: "A skill",
            value: `${formatNumber(packageLimits.files)} files, ${formatBytes(packageLimits.packageBytes)}; ${formatBytes(packageLimits.fileBytes)} a file, ${formatBytes(packageLimits.skillFileBytes)} for SKILL.md`,
          },
          {
            term: "An upload",
            value: `${formatBytes(archiveBytes)} packed, ${formatBytes(totalBytes)} unpacked, ${formatNumber(entries)} entries`,
          },
          {
            term: "Catalogue",
            value: `${formatNumber(catalogueBudget(rehearsalWindowTokens))} characters for Rehearsal: 2 % of its ${formatNumber(rehearsalWindowTokens)} tokens`,
          },
        ]}
      />
    </SettingsGroup>
  );
}
