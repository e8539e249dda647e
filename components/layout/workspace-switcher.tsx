"use client";

import { Check, ChevronsUpDown, Plus } from "lucide-react";
import Link from "next/link";
import { instancePath } from "@/components/data/settings-paths";
import { skillsPath } from "@/components/data/skill-paths";
import { Avatar } from "@/components/ui/avatar";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { ShownText } from "@/components/ui/shown-text";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { useSession, useWorkspace } from "./current-workspace";
import { railItem, wideOnly } from "./rail-item";

/** Goes to another workspace; the operator can make one. */
export function WorkspaceSwitcher() {
  const { user, workspaces } = useSession();
  const current = useWorkspace();
  return (
    <Menu
      className="w-60"
      trigger={
        <button
          type="button"
          className={classNames(
            railItem,
            "border border-line-strong bg-bg font-medium text-ink narrow:border group-data-slim/shell:border",
          )}
        >
          <Avatar name={current.name} shape="workspace" />
          <span className={classNames("truncate", wideOnly)} title={markHidden(current.name)}>
            <ShownText text={current.name} />
          </span>
          <span className="sr-only">, switch workspace</span>
          <Icon
            of={ChevronsUpDown}
            size={14}
            className="ml-auto text-ink-3 narrow:hidden group-data-slim/shell:hidden"
          />
        </button>
      }
    >
      <MenuLabel>Workspaces</MenuLabel>
      {workspaces.map((workspace) => (
        <MenuItem key={workspace.id} asChild>
          <Link
            href={skillsPath(workspace.slug)}
            aria-current={workspace.id === current.id ? "true" : undefined}
          >
            <Avatar name={workspace.name} shape="workspace" />
            <span className="min-w-0 flex-1 truncate">
              <ShownText text={workspace.name} />
            </span>
            {workspace.id === current.id ? <Icon of={Check} size={14} /> : null}
          </Link>
        </MenuItem>
      ))}
      {user.isOperator ? (
        <>
          <MenuSeparator />
          <MenuItem asChild>
            <Link href={instancePath(current.slug, "workspaces")}>
              <Icon of={Plus} />
              New workspace
            </Link>
          </MenuItem>
        </>
      ) : null}
    </Menu>
  );
}
