"use client";

import { useSearchParams } from "next/navigation";
import { type SkillAct, skillActs } from "@/components/data/skill-paths";
import { replaceAddress } from "@/components/layout/replace-address";

/**
 * The dialog that the address asks for (`?do=publish`), so that the palette, a menu and a link from elsewhere open it
 * in one way. It leaves the address when it closes.
 */
export function useAskedAct() {
  const value = useSearchParams().get("do");
  return {
    asked: skillActs.find((act) => act === value) ?? null,
    ask: (act: SkillAct) => setInAddress(act),
    leave: () => setInAddress(null),
  };
}

function setInAddress(act: SkillAct | null): void {
  const address = new URL(window.location.href);
  if (act === null) address.searchParams.delete("do");
  else address.searchParams.set("do", act);
  replaceAddress(address);
}
