import type { Finding } from "../finding";
import type { FindingRuleId } from "../rules";
import type { ScannableFile } from "./scannable";
import { type SecretForm, secretForms } from "./secret-forms";

const ruleOf: Readonly<Record<SecretForm["kind"], FindingRuleId>> = {
  key: "secret",
  "private-key": "private-key",
  assignment: "secret-assignment",
  password: "secret-assignment",
};

/** Keys and tokens of known forms, and random values given to names such as password. Never echoed whole. */
export function scanSecrets(file: ScannableFile): Finding[] {
  const findings: Finding[] = [];
  const taken: { start: number; end: number }[] = [];
  for (const form of secretForms) {
    if (!form.hints.some((hint) => file.text.includes(hint))) continue;
    for (const match of file.text.matchAll(form.pattern)) {
      const value = match.groups?.value ?? match[0];
      if (form.accept && !form.accept(value)) continue;
      const start = match.index + match[0].lastIndexOf(value);
      const end = start + value.length;
      if (taken.some((other) => start < other.end && other.start < end)) continue;
      taken.push({ start, end });
      const example = form.kind === "key" && isExampleKey(value);
      const rule = example ? "secret-example" : ruleOf[form.kind];
      const message = example
        ? `This has the form of ${form.what}, but reads as an example.`
        : `This looks like ${form.what}.`;
      findings.push(file.find(rule, start, end, message, redact(value)));
    }
  }
  return findings;
}

/** Only what is written to be seen as one: a form is proof enough to stop a real key. */
const isExampleKey = (value: string): boolean =>
  /example|your|placeholder|[xyz]{4,}|redacted|dummy|fake|product$|\.{3}/i.test(value);

/** First characters and length only: enough to recognise, too little to use. */
export function redact(value: string): string {
  const shown = Math.min(4, Math.floor(value.length / 4));
  return `${value.slice(0, shown)}… (${value.length} characters)`;
}
