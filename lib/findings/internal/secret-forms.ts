import type { FindingRuleId } from "../rules";

export type SecretForm = {
  what: string;
  rule: FindingRuleId;
  /** A literal every match contains, tested first; empty when there is none. */
  hint: string;
  /** The secret is the group `value`, or the whole match. */
  pattern: RegExp;
  accept?: (value: string) => boolean;
};

/** First characters and length only: enough to recognise, too little to use. */
export function redact(value: string): string {
  const shown = Math.min(4, Math.floor(value.length / 4));
  return `${value.slice(0, shown)}… (${value.length} characters)`;
}

export const secretForms: readonly SecretForm[] = [
  {
    what: "an AWS access key",
    rule: "secret",
    hint: "A",
    pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  },
  {
    what: "a GitHub token",
    rule: "secret",
    hint: "gh",
    pattern: /\bgh[pousr]_[A-Za-z0-9]{36,255}\b/g,
  },
  {
    what: "an Anthropic key",
    rule: "secret",
    hint: "sk-ant-",
    pattern: /\bsk-ant-[A-Za-z0-9_-]{20,}/g,
  },
];
