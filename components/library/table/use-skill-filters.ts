"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { readSkillFilters, type SkillFilters, writeSkillFilters } from "@/components/data/skill-filters";
import { replaceAddress } from "@/components/layout/replace-address";

/**
 * Keeps the filters in the page's address. Typing replaces the current entry of the history, everything else makes a
 * new one, so that Back takes back a filter and not a letter.
 */
export function useSkillFilters() {
  const params = useSearchParams();
  const pathname = usePathname();
  const filters = useMemo(() => readSkillFilters(Object.fromEntries(params)), [params]);
  const setFilters = useCallback(
    (next: SkillFilters, { replace = false } = {}) => {
      const address = `${pathname}${writeSkillFilters(next)}`;
      if (replace) replaceAddress(address);
      else window.history.pushState(null, "", address);
    },
    [pathname],
  );
  return { filters, setFilters };
}
