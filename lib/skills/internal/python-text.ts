import { quotePython } from "../quote-python";
import type { FrontmatterValue } from "./yaml-node";

/** A value as Python's `str()` writes it: how the reference flattens what stands below a key of `metadata`. */
export const pythonText = (value: FrontmatterValue): string =>
  typeof value === "string" ? value : pythonRepr(value);

function pythonRepr(value: FrontmatterValue): string {
  if (typeof value === "string") return quotePython(value);
  if (isList(value)) return `[${value.map(pythonRepr).join(", ")}]`;
  return `{${[...value].map(([key, item]) => `${quotePython(key)}: ${pythonRepr(item)}`).join(", ")}}`;
}

const isList = (value: FrontmatterValue): value is readonly FrontmatterValue[] => Array.isArray(value);
