"use client";

import type { ReactNode } from "react";
import { settingsGroups } from "@/components/data/settings-paths";
import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { SettingsNav } from "./settings-nav";

/** The frame of all settings, the installation's too: the pages in groups, then the page at its full width. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const { slug, role } = useWorkspace();
  const { user } = useSession();
  return (
    <Page top={<TopLine title="Settings" />}>
      <div className="flex min-h-0 min-w-0 flex-1 compact:flex-col">
        <SettingsNav groups={settingsGroups(slug, { role, isOperator: user.isOperator })} />
        <div className="min-h-0 min-w-0 flex-1 overflow-auto compact:overflow-visible">
          <div className="px-4 pb-10">{children}</div>
        </div>
      </div>
    </Page>
  );
}
