import { quotePython } from "@/lib/skills/quote-python";
import type { HostValue } from "./read-host-yaml";

/** What Python's `str()` makes of a value that PyYAML read; empty for what Python takes for nothing. */
export function pythonString(value: HostValue | undefined): string {
  if (value === undefined || value.kind === "null") return "";
  return value.kind === "list" || value.kind === "map" ? pythonRepr(value) : scalarText(value);
}

type Scalar = Extract<HostValue, { text: string }>;

function scalarText({ kind, text }: Scalar): string {
  switch (kind) {
    case "boolean":
      return /^(?:y|t|on)/i.test(text) ? "True" : "False";
    case "integer":
      return integerText(text);
    case "float":
      return floatText(text);
    default:
      return text;
  }
}

/** Python writes no longer integer, https://docs.python.org/3/library/stdtypes.html#int-max-str-digits. */
const mostDigits = 4300;
const integerForm = /^(?:0x[0-9a-f]+|0b[01]+|\d+(?::\d+)*)$/i;

/** YAML 1.1: octal behind a zero, base 60 with colons. What Python makes no integer of stays as it was written. */
function integerText(text: string): string {
  if (text.length > mostDigits) return text;
  const sign = text.startsWith("-") ? -1n : 1n;
  const digits = text.replace(/^[-+]/, "").replaceAll("_", "");
  if (!integerForm.test(digits)) return text;
  if (digits.includes(":"))
    return String(sign * digits.split(":").reduce((sum, part) => sum * 60n + BigInt(part), 0n));
  const literal = /^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits;
  return String(sign * BigInt(literal));
}

function floatText(text: string): string {
  if (/inf/i.test(text)) return text.startsWith("-") ? "-inf" : "inf";
  if (/nan/i.test(text)) return "nan";
  const number = Number(text.replaceAll("_", ""));
  if (Number.isNaN(number)) return text;
  return Number.isInteger(number) && Math.abs(number) < 1e16 ? number.toFixed(1) : String(number);
}

function pythonRepr(value: HostValue): string {
  if (value.kind === "list") return `[${value.items.map(pythonRepr).join(", ")}]`;
  if (value.kind === "map")
    return `{${[...value.entries].map(([key, item]) => `${quotePython(key)}: ${pythonRepr(item)}`).join(", ")}}`;
  if (value.kind === "null") return "None";
  return value.kind === "text" ? quotePython(value.text) : scalarText(value);
}
