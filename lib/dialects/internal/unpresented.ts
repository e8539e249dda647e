import type { Dialect } from "@/lib/runtime/dialect";

/** For hosts without a search over their skills; no mode of theirs asks for it. */
export const withoutSearch: Pick<Dialect, "searchNotice"> = { searchNotice: () => "" };

/** For hosts that put no body into the prompt by themselves. */
export const withoutEager: Pick<Dialect, "eager" | "readEager"> = {
  eager: () => ({ text: "", parts: [] }),
  readEager: () => [],
};
