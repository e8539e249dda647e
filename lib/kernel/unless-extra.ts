/** For strict objects of a configuration: what nobody knows is told in these words. */
export function unlessExtra({ code }: { code?: string }): string | undefined {
  return code === "unrecognized_keys" ? "Extra inputs are not permitted" : undefined;
}
