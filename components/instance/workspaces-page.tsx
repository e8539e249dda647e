"use client";

import { skillsPath } from "@/components/data/skill-paths";
import { CreateWorkspaceForm } from "@/components/layout/create-workspace-form";
import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { SettingsGroup } from "@/components/settings/settings-group";
import { Avatar } from "@/components/ui/avatar";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";
import { AllWorkspaces } from "./all-workspaces";

/** Serves the operator, who owns what they make here, and sees no workspace that they do not belong to. */
export function WorkspacesPage() {
  const { workspaces } = useSession();
  const current = useWorkspace();
  return (
    <>
      <SettingsGroup title="Yours" help="Being the operator opens no workspace that you do not belong to.">
        <ul className="border-line border-t">
          {workspaces.map((workspace) => (
            <li key={workspace.id} className="flex min-h-row items-center gap-2 border-line border-b">
              <Avatar name={workspace.name} shape="workspace" />
              <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 py-1 [overflow-wrap:anywhere]">
                <TextLink href={skillsPath(workspace.slug)}>
                  <ShownText text={workspace.name} />
                </TextLink>
                <span className="font-mono text-12 text-ink-3">/w/{workspace.slug}</span>
              </span>
              <span className="flex-none text-12 text-ink-3">
                {workspace.id === current.id ? "open now" : workspace.role}
              </span>
            </li>
          ))}
        </ul>
      </SettingsGroup>
      <AllWorkspaces />
      <SettingsGroup
        title="New workspace"
        help="A tenant of its own: skills, agents and members are not shared."
      >
        <CreateWorkspaceForm />
      </SettingsGroup>
    </>
  );
}
