import { providerAddresses } from "@/lib/models/provider-options";
import type { Connection } from "@/lib/models/schema";

/** `$1.20`, `$0.0042`; "-" when it is not known. */
export function formatDollars(amount: number | null): string {
  if (amount === null) return "-";
  const digits = amount !== 0 && amount < 0.1 ? 4 : 2;
  return `$${amount.toFixed(digits)}`;
}

/** Where a model is asked. */
export const addressOf = ({ baseUrl, provider }: Pick<Connection, "baseUrl" | "provider">): string =>
  baseUrl ?? providerAddresses[provider] ?? "";
