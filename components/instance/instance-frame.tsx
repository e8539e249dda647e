"use client";

import type { ReactNode } from "react";
import { instancePages } from "@/components/data/settings-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { PageLine } from "@/components/settings/page-line";

/** The frame of what operators look after: nothing of it belongs to the workspace that is open. */
export function InstanceFrame({ children }: { children: ReactNode }) {
  const { slug } = useWorkspace();
  return (
    <>
      <PageLine label="Installation" pages={instancePages(slug)} />
      {children}
    </>
  );
}
