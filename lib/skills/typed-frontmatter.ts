import { locateFrontmatter } from "./internal/locate-frontmatter";
import { readYaml } from "./internal/read-yaml";
import type { YamlNode } from "./internal/yaml-node";

/** A value as PyYAML's `safe_load` types it; a date stays the text it was written as. */
export type TypedValue =
  | string
  | number
  | boolean
  | null
  | readonly TypedValue[]
  | ReadonlyMap<string, TypedValue>;

/**
 * The frontmatter of a SKILL.md with the types that a reader of YAML 1.1 gives to plain scalars. Empty where there is
 * none that can be read. Maps, never objects: a key such as `__proto__` is an ordinary key.
 */
export function readTypedFrontmatter(document: string): ReadonlyMap<string, TypedValue> {
  const place = locateFrontmatter(document, true);
  if (place.kind !== "found") return new Map();
  const { entries } = readYaml(document.slice(place.yamlStart, place.yamlEnd));
  return new Map(entries.map(({ key, value }) => [key, typed(value)]));
}

function typed(node: YamlNode): TypedValue {
  if (node.kind === "list") return node.items.map(typed);
  if (node.kind === "map") return new Map(node.entries.map(({ key, value }) => [key, typed(value)]));
  return node.plain ? typedScalar(node.value) : node.value;
}

/** https://github.com/yaml/pyyaml/blob/main/lib/yaml/resolver.py: in its order, without merge keys and dates. */
export function typedScalar(text: string): string | number | boolean | null {
  if (/^(?:~|null|Null|NULL)?$/.test(text)) return null;
  if (/^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/.test(text)) return true;
  if (/^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/.test(text)) return false;
  return toInteger(text) ?? toFloat(text) ?? text;
}

function toInteger(text: string): number | null {
  const match =
    /^([-+]?)(?:(0b[01_]+)|0([0-7_]+)|(0x[0-9a-fA-F_]+)|(0|[1-9][0-9_]*)|([1-9][0-9_]*(?::[0-5]?[0-9])+))$/.exec(
      text,
    );
  if (!match) return null;
  const [, sign, binary, octal, hexadecimal, decimal, sixties] = match;
  const plain = (digits: string) => digits.replaceAll("_", "");
  const value =
    octal !== undefined
      ? Number.parseInt(plain(octal) || "0", 8)
      : sixties !== undefined
        ? sixty(plain(sixties))
        : Number(plain(binary ?? hexadecimal ?? decimal ?? ""));
  return sign === "-" ? 0 - value : value;
}

function toFloat(text: string): number | null {
  const written = /^[-+]?(?:[0-9][0-9_]*)\.[0-9_]*(?:[eE][-+][0-9]+)?$|^\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?$/;
  if (written.test(text)) return Number(text.replaceAll("_", ""));
  const match = /^([-+]?)([0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*)$/.exec(text);
  if (!match) return null;
  const value = sixty((match[2] ?? "").replaceAll("_", ""));
  return match[1] === "-" ? 0 - value : value;
}

/** `1:30` is 90. */
const sixty = (text: string): number =>
  text.split(":").reduce((sum, part) => sum * 60 + Number(part === "" ? 0 : part), 0);
