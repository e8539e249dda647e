import type { Finding } from "../finding";
import type { ScannableFile } from "./scannable";
import { redact, secretForms } from "./secret-forms";

/** Keys and tokens of known forms. Values are never echoed whole. */
export function scanSecrets(file: ScannableFile): Finding[] {
  const findings: Finding[] = [];
  for (const form of secretForms) {
    if (form.hint !== "" && !file.text.includes(form.hint)) continue;
    for (const match of file.text.matchAll(form.pattern)) {
      const value = match.groups?.value ?? match[0];
      if (form.accept && !form.accept(value)) continue;
      const start = match.index + match[0].indexOf(value);
      const message = `This looks like ${form.what}.`;
      findings.push(file.find(form.rule, start, start + value.length, message, redact(value)));
    }
  }
  return findings;
}
