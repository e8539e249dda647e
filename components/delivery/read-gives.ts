import type { Address, CreateAddress } from "@/lib/addresses/schema";

/** What a form says of what an address gives; each kind keeps what was typed for it. */
export type GivesInput = {
  kind: Address["gives"]["kind"];
  agent: string;
  label: string;
  skills: readonly string[];
};

export const emptyGives = (agent: string): GivesInput => ({ kind: "agent", agent, label: "", skills: [] });

type Read =
  | { value: CreateAddress["gives"]; blocked: null }
  /** Why there is none yet, in words. */
  | { value: null; blocked: string };

export function givesOf({ kind, agent, label, skills }: GivesInput): Read {
  const missing = (blocked: string): Read => ({ value: null, blocked });
  switch (kind) {
    case "agent":
      return agent === "" ? missing("Choose an agent.") : { value: { kind, agent }, blocked: null };
    case "label": {
      const trimmed = label.trim();
      return trimmed === ""
        ? missing("Say which label.")
        : { value: { kind, label: trimmed }, blocked: null };
    }
    case "selection":
      return skills.length === 0
        ? missing("Choose at least one skill.")
        : { value: { kind, skills: [...skills] }, blocked: null };
  }
}

/** In a few words, for a row: "Agent: Release desk". */
export function sayGives(gives: Address["gives"]): string {
  switch (gives.kind) {
    case "agent":
      return `Agent: ${gives.agent.name}`;
    case "label":
      return `Label: ${gives.label}`;
    case "selection": {
      const [first = "none that is left", ...others] = gives.skills;
      return `Skills: ${first}${others.length === 0 ? "" : ` and ${others.length} more`}`;
    }
  }
}
