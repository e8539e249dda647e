import { type KeyForm, keyForms } from "./key-forms";
import { isPlaceholder, isRandom } from "./placeholder";

export type SecretForm =
  | (KeyForm & { accept?: (value: string) => boolean })
  | {
      what: string;
      /** `assignment`: only a random-looking value counts. */
      kind: "key" | "private-key" | "assignment" | "password";
      hints: readonly string[];
      /** The secret is the group `value`, or the whole match. */
      pattern: RegExp;
      accept?: (value: string) => boolean;
    };

const secretWords =
  "pass(?:word|wd|phrase)?|pwd|secret|token|api[_-]?key|apikey|access[_-]?key|auth[_-]?key|client[_-]?secret|private[_-]?key|encryption[_-]?key|signing[_-]?key|credentials?|authtoken";

/** Everything that is recognised as a secret: published forms first, then names with a value. */
export const secretForms: readonly SecretForm[] = [
  ...keyForms,
  {
    what: "a private key",
    kind: "private-key",
    hints: ["PRIVATE KEY"],
    // Between the first line and the key there may be headers such as "Version: GnuPG v2.0.22 (GNU/Linux)".
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[\s\\nr"'+,]{1,40}(?:[A-Z][A-Za-z-]{1,20}: [^\n\\]{0,120}(?:\n|\\n)[\s\\nr"'+,]{0,40}){0,6}(?<value>(?:(?!-----)[A-Za-z0-9+/=:,\- \r\n\\"']){40,16000})/g,
    accept: (value) =>
      /[A-Za-z0-9+/]{24}/.test(value) &&
      !/\.{3}|your[-_ ]|YOUR|example[-_ ]|EXAMPLE/.test(value.slice(0, 200)),
  },
  {
    what: "a private key for PuTTY",
    kind: "private-key",
    hints: ["PuTTY-User-Key-File"],
    pattern:
      /PuTTY-User-Key-File-[23]: [^\n]{3,40}(?:\n[^\n]{0,100}){1,200}?\nPrivate-Lines: \d{1,4}\s{1,3}(?<value>[A-Za-z0-9+/=\r\n]{40,8000})/g,
  },
  {
    what: "a private key (JWK)",
    kind: "private-key",
    hints: ['"kty"'],
    pattern: /"kty"[^{}]{1,900}?"d"\s{0,4}:\s{0,4}"(?<value>[A-Za-z0-9_-]{40,1000})"/g,
  },
  {
    what: "an AWS secret key",
    kind: "key",
    hints: ["aws", "AWS", "Aws", "ecret"],
    pattern:
      /(?:aws.{0,20}?(?:secret|key)|secret_?access_?key).{0,20}?[=:]\s{0,4}["']?(?<value>[A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])/gi,
    accept: isRandom,
  },
  {
    what: "a token for a package registry",
    kind: "key",
    hints: ["_auth", "_password"],
    pattern:
      /^\s{0,8}(?:\/\/[\w.:/-]{3,200}:)?_(?:authToken|auth|password)\s{0,4}=\s{0,4}["']?(?<value>[\w+/=.:-]{16,200})/gm,
    accept: (value) => !isPlaceholder(value),
  },
  {
    what: "a token in an Authorization header",
    kind: "assignment",
    hints: ["uthorization", "UTHORIZATION"],
    pattern:
      /\bauthorization["']?\s{0,4}[:=,]\s{0,4}["'`]?(?:Bearer|Basic|token)\s{1,4}(?<value>[A-Za-z0-9+/_.~-]{20,2000}={0,2})/gi,
    accept: isRandom,
  },
  {
    what: "a password in an address",
    kind: "password",
    hints: ["://"],
    pattern:
      /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'`<>{}$]{0,60}:(?<value>[^\s:/@"'`<>{}[\]()$%*]{6,100})@(?!(?:localhost|127\.|0\.0\.0\.0|(?:[\w-]{1,60}\.){0,3}(?:example|test|invalid|local)\b|host\b))[A-Za-z0-9.-]{2,120}/g,
    accept: isPassword,
  },
  {
    what: "a password in a connection string",
    kind: "password",
    hints: ["assword", "PASSWORD", "wd=", "WD="],
    pattern:
      /\b(?:server|data source|host|addr|address|user id|uid|username|user)\s{0,2}=[^\n;"']{1,120};[^\n"']{0,200}?\b(?:password|pwd)\s{0,2}=\s{0,2}(?<value>[^\s;"'<>{}$%]{6,100})/gi,
    accept: isPassword,
  },
  {
    what: "a secret value",
    kind: "assignment",
    hints: ["=", ":"],
    pattern: new RegExp(
      `(?:^|[^A-Za-z0-9])(?:[A-Za-z0-9]{1,30}[_.-]){0,4}(?:${secretWords})(?:[_-](?:id|value|prod|production|live))?["']?\\s{0,4}(?::=|=>|=|:)\\s{0,4}["'\`]?(?<value>[A-Za-z0-9+/_.~!@#%^&*-]{16,200}={0,2})(?=["'\`\\s,;)]|$)`,
      "gim",
    ),
    accept: isRandom,
  },
];

/** Shorter and less random than a key; words that documentation writes in its place do not count. */
function isPassword(value: string): boolean {
  return (
    !/^(?:pass(?:word|wd)?|passw0rd|secret|pwd|postgres|mysql|root|admin|user|token|guest|mypass\w*|my[_-]?(?:secret|password)\w*|changeme|x+|\.+|\w*(?:example|placeholder|your|change|dummy|sample|redacted|token|api_?key)\w*)\d{0,4}!?$/i.test(
      value,
    ) && !/^(.)\1+$/.test(value)
  );
}
