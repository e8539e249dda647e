"use client";

import type { ReactNode } from "react";
import { settingsPages } from "@/components/data/settings-paths";
import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { PageLine } from "./page-line";

/** The frame of all settings: a line of pages, then the page. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const { slug, role } = useWorkspace();
  const { user } = useSession();
  const pages = settingsPages(slug, { role, isOperator: user.isOperator });
  return (
    <Page top={<TopLine title="Settings" />}>
      <PageLine label="Settings" pages={pages} className="px-4" />
      <div className="min-h-0 flex-1 overflow-auto compact:overflow-visible">
        <div className="max-w-[960px] px-4 pb-10">{children}</div>
      </div>
    </Page>
  );
}
