"use client";

import { SlidersHorizontal } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { Agent } from "@/lib/agents/schema";
import type { RunOverrides } from "@/lib/sessions/schema";

const RunOptionsDialog = dynamic(
  () => import("./run-options-dialog").then((module) => module.RunOptionsDialog),
  { ssr: false },
);

export type RunOptionsProps = {
  agent: Agent;
  value: RunOverrides;
  onChange: (value: RunOverrides) => void;
};

/** Chooses dialect, mode, model and system prompt for the next messages, without touching the agent. */
export function RunOptions(props: RunOptionsProps) {
  const [open, setOpen] = useState(false);
  const changed = Object.values(props.value).filter((one) => one !== undefined).length;
  return (
    <>
      <Button variant="ghost" size="small" icon={SlidersHorizontal} onClick={() => setOpen(true)}>
        {changed === 0 ? "Run settings" : `${changed} changed for this run`}
      </Button>
      {open ? <RunOptionsDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
