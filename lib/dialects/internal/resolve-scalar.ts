/** Whose rules say what a plain scalar is. Codex' reader takes every scalar for text where text is wanted. */
export type YamlReader = "pyyaml" | "js-yaml" | "libyaml";

export type ScalarKind = "text" | "null" | "boolean" | "integer" | "float" | "date" | "merge" | "value";

type Rule = readonly [kind: ScalarKind, form: RegExp];

/** https://github.com/yaml/pyyaml/blob/6.0.3/lib/yaml/resolver.py: YAML 1.1. */
const pyyaml: readonly Rule[] = [
  ["boolean", /^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/],
  ["null", /^(?:~|null|Null|NULL|)$/],
  [
    "integer",
    /^(?:[-+]?0b[01_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$/,
  ],
  [
    "float",
    /^(?:[-+]?(?:[0-9][0-9_]*)\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
  ],
  [
    "date",
    /^(?:\d{4}-\d\d-\d\d|\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)$/,
  ],
  ["merge", /^<<$/],
  ["value", /^=$/],
];

/** js-yaml 3 and 4 (https://github.com/nodeca/js-yaml/tree/master/lib/type): the core schema with dates. */
const jsYaml: readonly Rule[] = [
  ["boolean", /^(?:true|True|TRUE|false|False|FALSE)$/],
  ["null", /^(?:~|null|Null|NULL|)$/],
  [
    "integer",
    /^(?:[-+]?0b[01_]+|[-+]?0x[0-9a-fA-F_]+|[-+]?0o?[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)(?::[0-5]?[0-9])*)$/,
  ],
  [
    "float",
    /^(?:[-+]?[0-9][0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9_]+(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
  ],
  [
    "date",
    /^(?:\d{4}-\d\d-\d\d|\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::?\d\d)?))?)$/,
  ],
  ["merge", /^<<$/],
];

const libyaml: readonly Rule[] = [["null", /^(?:~|null|Null|NULL|)$/]];

const rules: Readonly<Record<YamlReader, readonly Rule[]>> = { pyyaml, "js-yaml": jsYaml, libyaml };

/** What a reader takes a plain scalar for. */
export const resolveScalar = (text: string, reader: YamlReader): ScalarKind =>
  rules[reader].find(([, form]) => form.test(text))?.[0] ?? "text";
