"use client";

import { FileCode } from "lucide-react";
import Link from "next/link";
import { configurationPath } from "@/components/data/settings-paths";
import { Icon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import type { Agent } from "@/lib/agents/schema";
import { whyDeclared } from "@/lib/kernel/require-undeclared";

type AgentDeclaredProps = { workspace: string; agent: Pick<Agent, "name" | "declaredIn"> };

/** Of an agent that a configuration file keeps: why it cannot be changed here, and where it can. */
export function AgentDeclared({ workspace, agent: { name, declaredIn } }: AgentDeclaredProps) {
  if (declaredIn === null) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 border-line border-b bg-sunken px-4 py-2">
      <Icon of={FileCode} size={14} className="mt-[3px] self-start text-ink-3" />
      <span className="min-w-0 flex-1 basis-60">
        <ShownText text={whyDeclared(name, declaredIn)} /> Its other tools and saved results are kept here.
      </span>
      <Link href={configurationPath(workspace)} className="underline underline-offset-3">
        Configuration
      </Link>
    </p>
  );
}
