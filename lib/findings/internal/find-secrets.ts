import { runAtOnce, type Steps } from "@/lib/kernel/steps";
import type { FindingRuleId } from "../rules";
import { anyOfPattern } from "./any-of-pattern";
import type { Hit } from "./hit";
import type { ScannableFile } from "./scannable";
import { type SecretForm, secretForms } from "./secret-forms";

/** Where a secret stands, and what may be shown of it. */
export type SecretSpan = { start: number; end: number; shown: string; rule: FindingRuleId; message: string };

const ruleOf: Readonly<Record<SecretForm["kind"], FindingRuleId>> = {
  key: "secret",
  "private-key": "private-key",
  assignment: "secret-assignment",
  password: "secret-assignment",
};

const isProof = (form: SecretForm): boolean => form.kind === "key" || form.kind === "private-key";
const group = (forms: readonly SecretForm[]) => ({
  forms,
  hint: anyOfPattern(forms.flatMap(({ hints }) => hints)),
});
const proofs = group(secretForms.filter(isProof));
const guesses = group(secretForms.filter((form) => !isProof(form)));

/** Keys and tokens of known forms, and random values given to names such as password; in order of place. */
export function* secretSteps(text: string): Steps<SecretSpan[]> {
  const certain = apart(yield* spansOf(text, proofs), []);
  return [...certain, ...apart(yield* spansOf(text, guesses), certain)].sort(byStart);
}

const findSecrets = (text: string): SecretSpan[] => runAtOnce(secretSteps(text));

/** Shows every secret in the text by its first characters and its length. */
export function maskSecrets(text: string): string {
  let masked = "";
  let at = 0;
  for (const { start, end, shown } of findSecrets(text)) {
    masked += text.slice(at, start) + shown;
    at = end;
  }
  return masked + text.slice(at);
}

export const scanSecrets = ({ secrets, path }: ScannableFile): Hit[] => [
  ...secrets.map(({ start, end, rule, message, shown }) => ({ rule, start, end, message, excerpt: shown })),
  ...findSecrets(path)
    .filter(({ rule }) => rule === "secret")
    .map(({ rule, message, shown }) => ({
      rule,
      start: 0,
      end: 0,
      message: `In the file's name: ${message}`,
      excerpt: shown,
      about: "name" as const,
    })),
];

const byStart = (left: SecretSpan, right: SecretSpan): number => left.start - right.start;

function* spansOf(text: string, { forms, hint }: typeof proofs): Steps<SecretSpan[]> {
  const spans: SecretSpan[] = [];
  if (!hint.test(text)) return spans;
  for (const form of forms) {
    yield;
    if (!form.hints.some((hint) => text.includes(hint))) continue;
    for (const match of text.matchAll(form.pattern)) {
      const value = match.groups?.value ?? match[0];
      if (form.accept && !form.accept(value)) continue;
      const start = match.index + match[0].lastIndexOf(value);
      const example = form.kind === "key" && isExampleKey(value);
      spans.push({
        start,
        end: start + value.length,
        shown: redact(value),
        rule: example ? "secret-example" : ruleOf[form.kind],
        message: example
          ? `This has the form of ${form.what}, but reads as an example.`
          : `This looks like ${form.what}.`,
      });
    }
  }
  return spans.sort(byStart);
}

/** Of spans in order, those that overlap neither one before them nor any of `taken`, which is in order too. */
function apart(spans: readonly SecretSpan[], taken: readonly SecretSpan[]): SecretSpan[] {
  const kept: SecretSpan[] = [];
  let next = 0;
  let end = 0;
  for (const span of spans) {
    for (let other = taken[next]; other && other.end <= span.start; other = taken[next]) next += 1;
    const other = taken[next];
    if (span.start < end || (other && other.start < span.end)) continue;
    kept.push(span);
    end = span.end;
  }
  return kept;
}

/** The head of the token that jwt.io shows, which half of all documentation repeats. */
const shownEverywhere = "eyJzdWIiOiIxMjM0NTY3ODkwI";

/** Only what is written to be seen as one: a form is proof enough to stop a real key. */
const isExampleKey = (value: string): boolean =>
  /example|your|placeholder|[xyz]{4,}|redacted|dummy|fake|product$|\.{3}/i.test(value) ||
  value.includes(shownEverywhere);

/** First characters and length only: enough to recognise, too little to use. */
function redact(value: string): string {
  const shown = Math.min(4, Math.floor(value.length / 4));
  return `${value.slice(0, shown).replace(/\s/g, " ")}… (${value.length} characters)`;
}
