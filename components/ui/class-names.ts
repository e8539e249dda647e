import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ["11", "12", "13", "14", "16", "20"],
      radius: ["1", "2", "3"],
      spacing: ["top", "bar", "row", "ctl", "field", "status", "rail", "rail-slim"],
      shadow: ["overlay"],
    },
  },
});

/** Joins class names; where two set the same property, the later one wins. */
export function classNames(...values: ClassValue[]): string {
  return merge(clsx(values));
}
