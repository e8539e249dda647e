"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { type ProofTab, proofTabs } from "@/components/data/proof-paths";
import { putInAddress } from "@/components/layout/put-in-address";

/** What of a suite is shown: the address holds it, so that a reload and a link show the same. */
type ProofView = {
  tab: ProofTab;
  /** Ids of a case and a host; null: the first. */
  case: string | null;
  host: string | null;
  /** The repeat, from 1. */
  trial: number;
  onlyNotRight: boolean;
};

function readView(params: URLSearchParams): ProofView {
  const trial = Number(params.get("trial") ?? 1);
  return {
    tab: proofTabs.find((tab) => tab === params.get("tab")) ?? "cases",
    case: params.get("case"),
    host: params.get("host"),
    trial: Number.isSafeInteger(trial) && trial > 0 ? trial : 1,
    onlyNotRight: params.get("show") === "not-right",
  };
}

export function useProofView() {
  const params = useSearchParams();
  const [view, setView] = useState(() => readView(new URLSearchParams(params)));
  const show = (change: Partial<ProofView>) => {
    const next = { ...view, ...change };
    setView(next);
    putInAddress({
      tab: next.tab === "cases" ? null : next.tab,
      case: next.case,
      host: next.host,
      trial: next.trial === 1 ? null : String(next.trial),
      show: next.onlyNotRight ? "not-right" : null,
    });
  };
  return { view, show };
}
