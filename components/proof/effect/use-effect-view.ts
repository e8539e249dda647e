"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { type EffectTab, effectTabs } from "@/components/data/proof-paths";
import { putInAddress } from "@/components/layout/put-in-address";

/** What of the tasks is shown: the address holds it, so that a reload and a link show the same. */
export type EffectView = {
  tab: EffectTab;
  /** Ids of a task and a host; null: the first. */
  task: string | null;
  host: string | null;
  /** An arm by its name, with the file that is missing; null: found. */
  arm: string | null;
  /** The repeat, from 1. */
  trial: number;
};

function readView(params: URLSearchParams): EffectView {
  const trial = Number(params.get("trial") ?? 1);
  return {
    tab: effectTabs.find((tab) => tab === params.get("tab")) ?? "result",
    task: params.get("task"),
    host: params.get("host"),
    arm: params.get("arm"),
    trial: Number.isSafeInteger(trial) && trial > 0 ? trial : 1,
  };
}

export function useEffectView() {
  const params = useSearchParams();
  const [view, setView] = useState(() => readView(new URLSearchParams(params)));
  const show = (change: Partial<EffectView>) => {
    const next = { ...view, ...change };
    setView(next);
    putInAddress({
      tab: next.tab === "result" ? null : next.tab,
      task: next.task,
      host: next.host,
      arm: next.arm,
      trial: next.trial === 1 ? null : String(next.trial),
    });
  };
  return { view, show };
}
